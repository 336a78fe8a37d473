import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeAgreementWeights, agreementWeightKinds } from './agreement-weights'
import {
  computeObservedAgreement,
  computeFleissKappa,
  computeGwetAc,
} from './chance-corrected-agreement'
import { computeBinaryKappa } from './cohen-kappa'
import {
  makeKrippendorffDistanceMatrixFunction,
  computeKrippendorffAlpha,
} from './krippendorff-alpha'
import { computeProcessBenchF1 } from './processbench-f1'
import { computeCohenKappa } from './testing/compute-cohen-kappa'
import { makeDistanceFunctionFromWeights, sumRatingsOverUnits } from './testing/published-values'

const three = [-1, 0, 1]
const unitsField = fc.array(fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 30,
})

test('agreement weights are 1 for equal categories and 0 for the most distant ones', () => {
  for (const kind of agreementWeightKinds) {
    const weights = makeAgreementWeights(kind, three)
    expect([weights[0], weights[4], weights[8]]).toEqual([1, 1, 1])
    expect([weights[2], weights[6]]).toEqual([0, 0])
  }
  expect(makeAgreementWeights('ordinal', three)[1]).toBeCloseTo(2 / 3)
})

describe('coefficients in edge cases', () => {
  const identity = makeAgreementWeights('identity', three)
  const nominal = makeKrippendorffDistanceMatrixFunction('nominal', three)

  test('are all null if no unit has two ratings', () => {
    const sums = sumRatingsOverUnits([
      [1, 0, 0],
      [0, 0, 1],
    ])
    expect(computeKrippendorffAlpha(sums.coincidences, nominal)).toBeNull()
    expect(computeFleissKappa(sums, identity)).toBeNull()
    expect(computeGwetAc(sums, identity)).toBeNull()
    expect(computeObservedAgreement(sums, identity)).toBeNull()
  })

  test('are null if only one category is used, except AC1', () => {
    const sums = sumRatingsOverUnits([
      [0, 0, 2],
      [0, 0, 3],
    ])
    expect(computeKrippendorffAlpha(sums.coincidences, nominal)).toBeNull()
    expect(computeFleissKappa(sums, identity)).toBeNull()
    expect(computeGwetAc(sums, identity)).toBe(1)
    expect(computeCohenKappa([0, 0, 0, 0, 0, 0, 0, 0, 9], identity)).toBeNull()
    expect(computeBinaryKappa(0, 0, 0, 5)).toBeNull()
    expect(computeBinaryKappa(5, 0, 0, 0)).toBeNull()
    expect(computeBinaryKappa(0, 5, 0, 0)).toBe(0)
  })

  test('F1 is the harmonic mean of the two accuracies, and 0 if both are 0', () => {
    expect(computeProcessBenchF1(0, 0)).toBe(0)
    expect(computeProcessBenchF1(0.75, 0.5)).toBeCloseTo(0.6)
  })
})

describe('mathematical properties of coefficients', () => {
  test('sums of two halves of the units add up to the sums of all units', () => {
    fc.assert(
      fc.property(unitsField, unitsField, (firstHalf, secondHalf) => {
        const [a, b, all] = [
          sumRatingsOverUnits(firstHalf),
          sumRatingsOverUnits(secondHalf),
          sumRatingsOverUnits([...firstHalf, ...secondHalf]),
        ]
        expect(a.paired + b.paired).toBe(all.paired)
        for (let i = 0; i < 9; i++) {
          expect(a.coincidences[i]! + b.coincidences[i]!).toBeCloseTo(all.coincidences[i]!, 9)
          expect(a.pairShares[i]! + b.pairShares[i]!).toBeCloseTo(all.pairShares[i]!, 9)
        }
      }),
    )
  })

  test('alpha with distances from identity weights equals nominal alpha', () => {
    fc.assert(
      fc.property(unitsField, (units) => {
        const { coincidences } = sumRatingsOverUnits(units)
        const nominal = computeKrippendorffAlpha(
          coincidences,
          makeKrippendorffDistanceMatrixFunction('nominal', three),
        )
        const weighted = computeKrippendorffAlpha(
          coincidences,
          makeDistanceFunctionFromWeights(makeAgreementWeights('identity', three)),
        )
        if (nominal === null) expect(weighted).toBeNull()
        else expect(weighted).toBeCloseTo(nominal, 9)
      }),
    )
  })

  test('binary kappa equals Cohen’s kappa of the 2 × 2 table', () => {
    const identity = makeAgreementWeights('identity', [0, 1])
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20), (a, b, c, d) => {
        const binaryKappa = computeBinaryKappa(a, b, c, d)
        const cohenKappa = computeCohenKappa([a, b, c, d], identity)
        if (cohenKappa === null) expect(binaryKappa).toBeNull()
        else expect(binaryKappa).toBeCloseTo(cohenKappa, 9)
      }),
    )
  })
})
