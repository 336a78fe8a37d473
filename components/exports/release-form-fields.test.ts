import { describe, expect, it } from 'vitest'
import { createReleaseContract } from '@/lib/exports/contract'
import { formatReleaseCommand } from './format-release-command'
import type { OutputFormatChoice } from './output-format-choices'
import {
  convertReleaseFieldsToInput,
  emptyReleaseFields,
  type ReleaseFields,
} from './release-form-fields'

const choices: OutputFormatChoice[] = [
  {
    format: 'trl-stepwise',
    name: 'TRL',
    summary: '',
    extension: 'jsonl',
    needsNeutral: true,
  },
  { format: 'stepmark', name: 'Stepmark', summary: '', extension: 'jsonl', needsNeutral: false },
]
const makeFields = (changedFields: Partial<ReleaseFields>): ReleaseFields => ({
  ...emptyReleaseFields,
  name: 'First',
  formats: ['stepmark'],
  ...changedFields,
})
const check = (changedFields: Partial<ReleaseFields>) =>
  convertReleaseFieldsToInput('sums', makeFields(changedFields), choices)
const listId = '01900000-0000-7000-8000-000000000000'

describe('convertReleaseFieldsToInput', () => {
  it('requires a name, a format and, if needed, a neutral policy', () => {
    expect(Object.keys(check({ name: ' ' }).errors)).toEqual(['name'])
    expect(Object.keys(check({ formats: [] }).errors)).toEqual(['formats'])
    expect(Object.keys(check({ formats: ['trl-stepwise'] }).errors)).toEqual(['neutral'])
    expect(check({ formats: ['trl-stepwise'], neutral: 'drop' }).errors).toEqual({})
    expect(check({}).errors).toEqual({})
  })

  it('includes the neutral policy and events in the input only for formats that use them', () => {
    const { input } = check({ neutral: 'drop', events: true })
    expect(input).not.toHaveProperty('neutral')
    expect(input.events).toBe(true)
    expect(
      check({ formats: ['trl-stepwise'], neutral: 'drop', events: true }).input,
    ).not.toHaveProperty('events')
  })

  it('includes a prompt separator in the input only with preference pairs', () => {
    const promptSeparator = 'line-break'
    expect(check({ promptSeparator }).input).not.toHaveProperty('promptSeparator')
    const pairs = { formats: ['preference'], neutral: 'drop' } as const
    expect(check({ ...pairs, promptSeparator }).input).toMatchObject({ promptSeparator })
  })

  it('rejects combined rows with Stepmark lines, unfinished or irregular annotations', () => {
    const majorityFields = {
      formats: ['trl-stepwise'],
      neutral: 'drop',
      consensus: 'majority',
    } as const
    expect(check(majorityFields).errors).toEqual({})
    expect(check({ ...majorityFields, formats: ['trl-stepwise', 'stepmark'] }).errors).toEqual({
      consensus: expect.stringMatching(/describe one annotation/) as string,
    })
    expect(check({ consensus: 'latest' }).errors).toEqual({})
    for (const includedKind of [{ includeUnfinished: true }, { includeIrregular: true }])
      expect(check({ ...majorityFields, ...includedKind }).errors.consensus).toMatch(
        /unfinished or irregular/,
      )
    expect(check({ ...majorityFields, includeGold: true }).errors).toEqual({})
  })

  it('includes a fallback in the input only for adjudicated consensus', () => {
    const fallback = 'latest'
    expect(check({ consensus: 'adjudicated', fallback }).input).toMatchObject({ fallback })
    expect(check({ consensus: 'majority', fallback }).input).not.toHaveProperty('fallback')
  })

  it('includes the first and the last day of the date filter, and rejects a reversed range', () => {
    expect(check({ from: '2026-02-27', until: '2026-02-28' }).input.filters).toMatchObject({
      from: '2026-02-27T00:00:00Z',
      until: '2026-03-01T00:00:00Z',
    })
    expect(check({ from: '2026-03-01', until: '2026-02-28' }).errors.until).toMatch(/before/)
    expect(check({ from: '2026-03-01', until: '2026-03-01' }).errors).toEqual({})
  })

  it.each([
    ['0', 0],
    ['10', 0.1],
    [' 12,5 % ', 0.125],
    ['90', 0.9],
    ['91', null],
    ['-1', null],
    ['many', null],
    ['', null],
  ])('reads the test share %j as %j', (testShare, share) => {
    const { input, errors } = check({ testShare })
    if (share === null) expect(errors.testShare).toMatch(/from 0 to 90/)
    else expect(input.split?.testShare).toBe(share)
  })

  it('ignores the split fields of an incremental release, unless it overrides the split of the earlier release', () => {
    const changedFields = { since: '2', testShare: 'many' }
    expect(check(changedFields).errors).toEqual({})
    expect(check(changedFields).input).not.toHaveProperty('split')
    expect(check({ ...changedFields, keepsSplit: false }).errors.testShare).toMatch(/from 0 to 90/)
    expect(check({ testShare: 'many' }).errors.testShare).toMatch(/from 0 to 90/)
  })

  it('rejects more than 20 held-out lists', () => {
    expect(check({ heldOut: Array.from({ length: 20 }, () => listId) }).errors).toEqual({})
    expect(check({ heldOut: Array.from({ length: 21 }, () => listId) }).errors.heldOut).toMatch(
      /20/,
    )
  })

  it('rejects a chosen file of held-out problems that is not added', () => {
    expect(check({ pendingHeldOutFile: 'math-500.jsonl' }).errors.pendingHeldOutFile).toBe(
      'math-500.jsonl was not added. Add the list, or remove the file.',
    )
  })

  it('combines annotators and imported labelers into one filter without duplicates', () => {
    const { filters } = check({
      people: ['a'],
      importedLabelers: ['b', 'a'],
      subjects: ['Number theory'],
      generations: ['-1', '3', '4'],
    }).input
    expect(filters).toMatchObject({
      labelers: ['a', 'b'],
      subjects: ['Number theory'],
      generations: [-1, 3, 4],
    })
  })

  it('omits imported annotators if imported annotations are not exported, and keeps the rounds', () => {
    const filterFields = { people: ['a'], importedLabelers: ['b'], generations: ['3'] }
    const { filters } = check({ ...filterFields, labels: 'own' }).input
    expect(filters).toMatchObject({ labels: 'own', labelers: ['a'], generations: [3] })
  })

  it('returns input that the createRelease contract accepts', () => {
    const { input } = check({
      formats: ['trl-stepwise', 'stepmark'],
      neutral: 'positive',
      events: true,
      from: '2026-01-01',
      until: '2026-02-01',
      people: ['a'],
      slices: ['wrong'],
      heldOut: [listId],
      heldOutAction: 'test',
      since: '2',
      seed: 's',
    })
    expect(createReleaseContract.input.parse(input)).toMatchObject({ since: 2, name: 'First' })
  })
})

describe('formatReleaseCommand', () => {
  const formatCommand = (changedFields: Partial<ReleaseFields>) =>
    formatReleaseCommand(check(changedFields).input, () => 'MATH', true)

  it('omits options that have the default value', () => {
    expect(formatCommand({ testShare: '0' })).toBe(
      'npm run -s stepmark -- release create First --project sums --formats stepmark --no-held-out',
    )
  })

  it('includes the consensus rule, and the fallback if it is not the default', () => {
    const formats = ['trl-stepwise'] as const
    const adjudicatedFields = {
      formats,
      neutral: 'drop',
      consensus: 'adjudicated',
      testShare: '0',
    } as const
    expect(formatCommand(adjudicatedFields)).toMatch(
      /--neutral drop --consensus adjudicated --no-held-out$/,
    )
    expect(formatCommand({ ...adjudicatedFields, fallback: 'exclude' })).toMatch(
      /--consensus adjudicated --fallback exclude --no-held-out$/,
    )
  })

  it('writes defaults for an incremental release, which takes omitted options from the earlier release', () => {
    expect(formatCommand({ since: '2' })).toMatch(/stepmark --no-held-out --since 2$/)
    expect(
      formatCommand({ since: '2', keepsSplit: false, testShare: '0', heldOut: [listId] }),
    ).toMatch(/--test-share 0 --seed '' --held-out MATH --held-out-action exclude --since 2$/)
    const { input } = check({})
    expect(formatReleaseCommand(input, () => 'MATH', false)).not.toContain('held-out')
  })

  it('writes a prompt separator that is not the default', () => {
    const pairs = { formats: ['preference'], neutral: 'drop' } as const
    expect(formatCommand({ ...pairs, promptSeparator: 'line-break' })).toMatch(
      / --prompt-separator line-break /,
    )
    expect(formatCommand(pairs)).not.toContain('--prompt-separator')
  })

  it('writes options that differ from the default, and quotes values with spaces or special characters for the shell', () => {
    expect(
      formatCommand({
        name: "Ada's $first",
        formats: ['trl-stepwise', 'stepmark'],
        neutral: 'drop',
        events: true,
        labels: 'own',
        until: '2026-02-01',
        subjects: ['Number theory'],
        includeGold: true,
        includeIrregular: true,
        consensus: 'latest',
        testShare: '10',
        heldOut: [listId],
        heldOutAction: 'test',
        since: '2',
        keepsSplit: false,
      }),
    ).toBe(
      "npm run -s stepmark -- release create 'Ada'\\''s $first' --project sums " +
        '--formats trl-stepwise,stepmark --neutral drop --events --labels own --until 2026-02-01 ' +
        "--subjects 'Number theory' --include gold,irregular --consensus latest --test-share 0.1 " +
        "--seed '' " +
        '--held-out MATH --held-out-action test --since 2',
    )
  })
})
