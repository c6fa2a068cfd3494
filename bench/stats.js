// @ts-check
/** @param {readonly number[]} values @param {number} p 0 to 1 */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export const summary = (values) => ({
  n: values.length,
  min: round(Math.min(...values)),
  p50: round(percentile(values, 0.5)),
  p95: round(percentile(values, 0.95)),
});

/** @param {number} x */
export const round = (x) => Math.round(x * 10) / 10;

/** @param {string} name @param {ReturnType<typeof summary>} s @param {string} [unit] */
export const row = (name, s, unit = "ms") =>
  console.log(
    `  ${name.padEnd(34)} p50 ${String(s.p50).padStart(8)}  p95 ${String(s.p95).padStart(8)}  min ${String(s.min).padStart(8)} ${unit}  (n=${s.n})`,
  );
