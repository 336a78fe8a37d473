import { expect, test } from 'vitest'
import { agreementMeasureNames, type AgreementReport } from './agreement-report'
import { writeAgreementCsv } from './write-agreement'

const measure = { value: 0.75, low: 0.5, high: 0.9, missingReason: null }

const report: AgreementReport = {
  solutions: 30,
  doublyLabelled: 20,
  problems: 10,
  people: 2,
  coLabelledSteps: 80,
  measures: Object.fromEntries(
    agreementMeasureNames.map((name) => [name, measure]),
  ) as AgreementReport['measures'],
  confusion: [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ],
  specific: [null, null, null],
  pairs: [],
  weeks: [],
}

test('the CSV rows of all measures except F1 on gold have the number of doubly labelled solutions', () => {
  const csvRows = [
    ...writeAgreementCsv({
      project: 'p',
      agreement: 'a',
      filters: { sample: 'all', labels: 'all' },
      by: 'Amara',
      result: {
        report,
        sample: 'all',
        annotations: 50,
        excluded: {
          irregular: 0,
          unfinished: 0,
          gold: 0,
          screening: 0,
          olderSteps: 0,
          stepChoice: 0,
        },
        names: {},
        choices: {
          people: [],
          rounds: [],
          slices: [],
          subjects: [],
          guidelines: [],
          hasImported: false,
        },
        asOf: '2026-01-01T00:00:00Z',
      },
    }),
  ]
  expect(csvRows.filter((row) => row.startsWith('"measure"'))).toEqual(
    agreementMeasureNames.map(
      (name) => `"measure","${name}","","",${name === 'goldF1' ? '""' : '20'},0.75,0.5,0.9,""`,
    ),
  )
})
