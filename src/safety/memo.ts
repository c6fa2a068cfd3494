/**
 * A pure function of one text that remembers its last answers: one label is normalised a dozen times within
 * a comparison, and comes back unchanged with every observation. Forgets everything when it is full.
 */
export function remembered<T>(compute: (text: string) => T, size = 1024): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = compute(text);
    // Long texts are rare, seldom repeated and would be kept for nothing.
    if (text.length <= 256) {
      if (known.size >= size) known.clear();
      known.set(text, answer);
    }
    return answer;
  };
}
