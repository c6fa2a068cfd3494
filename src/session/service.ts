/** What a display's service offers to commands; filled in by the session module. */
export interface Service {
  readonly display: string;
  close(): Promise<void>;
}
