import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeBetaCdf, computeBetaQuantile, computeStudentTCriticalValue } from './beta-quantile'

/** From scipy.stats 1.17: beta.ppf and beta.cdf. */
test.each([
  [0.025, 5, 16, 0.0865714691014346],
  [0.975, 6, 15, 0.4910458717079574],
  [0.5, 0.3, 1234.5, 5.925452112584e-5],
  [0.025, 5e5, 5e5, 0.499020018703875],
])('computes the quantile at %d of Beta(%d, %d)', (probability, alpha, beta, expected) => {
  expect(computeBetaQuantile(probability, alpha, beta)).toBeCloseTo(expected, 12)
})

test.each([
  [0.3, 2.5, 7.1, 0.649022579021013],
  [0.999, 200.5, 0.7, 0.670431997487742],
])('computes the probability below %d of Beta(%d, %d)', (x, alpha, beta, expected) => {
  expect(computeBetaCdf(x, alpha, beta)).toBeCloseTo(expected, 12)
})

test.each([
  [1, 12.706204736],
  [9, 2.262157163],
  [29, 2.045229642],
  [1_000_000, 1.959966357],
])(
  'computes the two-sided 5% critical value of Student’s t with %d degrees of freedom',
  (degreesOfFreedom, expected) => {
    expect(computeStudentTCriticalValue(degreesOfFreedom)).toBeCloseTo(expected, 8)
  },
)

test('the beta quantile is the inverse of the beta probability', () => {
  const parameter = fc.double({ min: 0.5, max: 5_000, noNaN: true })
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      parameter,
      parameter,
      (probability, alpha, beta) => {
        const x = computeBetaQuantile(probability, alpha, beta)
        expect(computeBetaCdf(x, alpha, beta)).toBeCloseTo(probability, 6)
      },
    ),
  )
})
