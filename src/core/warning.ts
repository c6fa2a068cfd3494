/** Something that made a result poorer than it could be. Part of the envelope. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}
