import { expect, test } from 'vitest'
import { checkQualityFields, type QualitySettings, toQualityFields } from './check-quality-fields'

const quality: QualitySettings = {
  screens: false,
  screeningItems: 30,
  screeningShare: 0.75,
  goldShare: 0.05,
  goldPerRound: null,
  explainsGold: false,
  pauseBelow: 0.6,
  hiddenReferenceShare: 0,
  reviewShare: 0.07,
  reviewFirstShare: 0.29,
  reviewFirstCount: 50,
  gold: 12,
}

test('checkQualityFields returns no changes for an unchanged form', () => {
  expect(checkQualityFields(quality, toQualityFields(quality))).toEqual({ changes: {}, errors: {} })
})

test('checkQualityFields returns only changed fields, with percentages as shares and empty fields as null', () => {
  const fields = { ...toQualityFields(quality), screens: true, goldShare: ' 7.5 ', pauseBelow: '' }
  expect(checkQualityFields(quality, { ...fields, goldPerRound: '12' })).toEqual({
    changes: { screens: true, goldShare: 0.075, goldPerRound: 12, pauseBelow: null },
    errors: {},
  })
})

test.each([
  ['screeningItems', '0', 'from 1 to 200'],
  ['screeningItems', '201', 'from 1 to 200'],
  ['screeningShare', '0', 'from 1 to 100'],
  ['goldShare', '51', 'from 0 to 50'],
  ['goldShare', '5 per cent', 'from 0 to 50'],
  ['goldShare', '7.525', 'from 0 to 50'],
  ['goldPerRound', '1.5', 'from 1 to 200'],
  ['pauseBelow', '100', 'from 1 to 99'],
  ['hiddenReferenceShare', '91', 'from 0 to 90'],
  ['reviewShare', '', 'from 0 to 100'],
  ['reviewFirstShare', '101', 'from 0 to 100'],
  ['reviewFirstCount', '10001', 'from 1 to 10,000'],
] as const)(
  'checkQualityFields reports an error at the field %s for the value %j',
  (name, text, message) => {
    const { errors } = checkQualityFields(quality, { ...toQualityFields(quality), [name]: text })
    expect(Object.keys(errors)).toEqual([name])
    expect(errors[name]).toContain(message)
  },
)
