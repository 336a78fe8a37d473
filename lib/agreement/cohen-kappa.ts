/**
 * Cohen's kappa of two raters who say yes or no. Null if undefined: no unit, or all ratings are equal. Allocates nothing,
 * because each bootstrap sample calls it.
 */
export function computeBinaryKappa(
  neither: number,
  onlySecond: number,
  onlyFirst: number,
  both: number,
): number | null {
  const [yesFirst, yesSecond] = [both + onlyFirst, both + onlySecond]
  const [noFirst, noSecond] = [neither + onlySecond, neither + onlyFirst]
  const denominator = yesFirst * noSecond + noFirst * yesSecond
  return denominator === 0 ? null : (2 * (neither * both - onlySecond * onlyFirst)) / denominator
}
