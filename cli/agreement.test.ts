import { describe, expect, test } from 'vitest'
import { simulateRatings } from '@/lib/agreement/testing/simulated-raters'
import type { StoredRecord } from '@/lib/formats/record'
import { writeStepmarkLine } from '@/lib/formats/stepmark'
import { createRandomGenerator } from '@/lib/platform/random'
import { type LineAnnotation, makePhase2Line } from './testing/agreement-lines'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'

interface Report {
  solutions: number
  doubly_labelled: number
  problems: number
  people: number
  co_labelled_steps: number
  first_error_exact: number | null
  first_error_within_one: number | null
  any_error_kappa: number | null
  alpha_error: number | null
  intervals: Record<string, [number, number]>
  missing: Record<string, string>
  pairs: { a: string; b: string; solutions: number; exact: number | null }[]
  weeks: { week: string; solutions: number }[]
}

const toText = (annotations: readonly LineAnnotation[]) =>
  annotations.map((annotation) => `${JSON.stringify(makePhase2Line(annotation))}\n`).join('')

async function measure(input: string, ...options: string[]) {
  const argv = ['agreement', '-', '--json', '--resamples', '50', ...options]
  const { status, stdout, stderr } = await runCommand(argv, { input })
  return { status, stderr, report: JSON.parse(stdout) as Report }
}

/** 20 solutions of different problems. Both annotators give the same ratings. */
const sharedLineAnnotations = Array.from({ length: 20 }, (_, i): LineAnnotation[] =>
  ['ann', 'ben'].map((labeler) => ({
    labeler,
    problem: `How much is ${i} + ${i}?`,
    ratings: i % 2 === 0 ? [1, -1] : [1, 0, 1],
  })),
).flat()

const keys = [
  ...['first_error_exact', 'first_error_within_one', 'any_error_kappa', 'alpha_error'],
  ...['alpha_nominal', 'alpha_ordinal', 'fleiss_kappa', 'gwet_ac1', 'gwet_ac2', 'same_rating'],
]

describe('agreement', () => {
  test('reports 1 for every measure, with an interval, if annotators agree on everything', async () => {
    const { status, report, stderr } = await measure(toText(sharedLineAnnotations))
    expect(status).toBe(0)
    expect(report).toMatchObject({
      solutions: 20,
      doubly_labelled: 20,
      problems: 20,
      people: 2,
      co_labelled_steps: 50,
      ...Object.fromEntries(keys.map((key) => [key, 1])),
      intervals: Object.fromEntries(keys.map((key) => [key, [expect.any(Number) as number, 1]])),
      missing: {},
      pairs: [{ a: 'ann', b: 'ben', solutions: 20, exact: 1 }],
      weeks: [{ week: '2022-07-25', solutions: 20 }],
      resamples: 50,
      seed: 1,
    })
    const { intervals } = report as { intervals: Record<string, [number, number]> }
    for (const key of keys) expect(intervals[key]![0], key).toBeLessThan(1)
    expect(stderr).toBe(
      '-: 40 lines: 40 annotations; 20 solutions. ' +
        'Labelled by two or more people: 20 solutions of 20 problems, 50 steps, by 2 people.\n',
    )
  })

  test('reports null and a reason for each measure if there are too few shared solutions', async () => {
    const { status, report } = await measure(toText(sharedLineAnnotations.slice(2)))
    expect(status).toBe(0)
    expect(report.first_error_exact).toBeNull()
    expect(report.intervals).toEqual({})
    expect(Object.keys(report.missing)).toEqual(keys)
    expect(report.missing.alpha_error).toBe(
      '19 solutions are labelled by two people; 20 are needed',
    )
  })

  test('reports no shared solutions for an empty file, and exits with 0', async () => {
    const { status, report } = await measure('')
    expect({ status, solutions: report.solutions }).toEqual({ status: 0, solutions: 0 })
  })

  test('prints measures and the confusion matrix as tables, with the reason where a value is missing', async () => {
    const conflictingAnnotation = { ...sharedLineAnnotations[0]!, ratings: [-1 as const] }
    const { stdout } = await runCommand(['agreement', '--resamples', '50'], {
      input: toText([conflictingAnnotation, ...sharedLineAnnotations.slice(1)]),
    })
    expect(stdout).toMatch(/^same first error +0\.950 {2}\[0\.7\d\d, 0\.999\]\n/)
    expect(stdout).toMatch(/\nwithin one step +1\.000 {2}\[0\.832, 1\.000\]\n/)
    expect(stdout).toContain('\nearlier, later  negative  neutral  positive  specific agreement')
    expect(stdout).toMatch(/\nnegative +9 +0 +1 +0\.947\n/)
    const { stdout: few } = await runCommand(['agreement'], {
      input: toText(sharedLineAnnotations.slice(4)),
    })
    expect(few).toBe('18 solutions are labelled by two people; 20 are needed.\n')
    const { stdout: alike } = await runCommand(['agreement', '--resamples', '50'], {
      input: toText(
        sharedLineAnnotations.map((annotation) => ({ ...annotation, ratings: [1, 1, 1] })),
      ),
    })
    expect(alike).toMatch(/\nany error: Cohen's kappa +- {6}Each pair of annotators/)
  })

  test('counts only the latest annotation if an annotator has several of one solution', async () => {
    const earlyTime = { timestamp: '2022-07-29T23:00:32.118856' }
    const first = sharedLineAnnotations.map((annotation) => ({
      ...annotation,
      ...earlyTime,
      ratings: [-1 as const],
    }))
    const { report } = await measure(
      toText([...sharedLineAnnotations, ...first.filter((_, i) => i % 2 === 0)]),
    )
    expect(report).toMatchObject({ doubly_labelled: 20, people: 2, first_error_exact: 1 })
  })

  test('averages agreement over the pairs of three annotators, weighted by shared solutions', async () => {
    const third = sharedLineAnnotations
      .filter((_, i) => i % 2 === 0)
      .slice(0, 10)
      .map((annotation) => ({ ...annotation, labeler: 'cyd', ratings: [-1 as const] }))
    const { report } = await measure(toText([...third, ...sharedLineAnnotations]))
    // ann and ben agree on 20 of 20 solutions; cyd agrees with each of them on 0 of 10.
    expect(report.first_error_exact).toBeCloseTo(20 / 40)
    // For half of cyd's errors, the others have the error one step later.
    expect(report.first_error_within_one).toBeCloseTo(30 / 40)
    // Kappa is 1 for ann and ben. It is 0 for pairs with cyd, who finds an error in every solution: they agree as often as by
    // chance.
    expect(report.any_error_kappa).toBeCloseTo(20 / 40)
  })
})

describe('selecting the lines to compare', () => {
  test('ignores unrated steps and ratings after the first error', async () => {
    const [first, ...otherAnnotations] = sharedLineAnnotations
    const { status, report, stderr } = await measure(
      toText([
        { ...first!, ratings: [1, -1, null] },
        ...otherAnnotations.map((each, i) =>
          i === 3 ? { ...each, ratings: [1, -1, 1] as const } : each,
        ),
      ] as LineAnnotation[]),
    )
    expect(status).toBe(0)
    expect(report).toMatchObject({ first_error_exact: 1, alpha_nominal: 1, co_labelled_steps: 50 })
    expect(stderr).toContain('Ratings after the first error are ignored in 1 annotation.')
  })

  test('counts an error with any finish reason, and requires all ratings without an error', async () => {
    const unusualAnnotations: LineAnnotation[] = [
      { labeler: 'x', problem: 'a', ratings: [1, -1], reason: 'solution' },
      { labeler: 'x', problem: 'b', ratings: [1, 1], reason: 'solution' },
      { labeler: 'x', problem: 'c', ratings: [1, 1, null], reason: 'solution' },
      { labeler: 'x', problem: 'd', ratings: [1, 1, 1], reason: 'found_error' },
      { labeler: 'x', problem: 'e', ratings: [1, null, -1] },
      { labeler: 'x', problem: 'f', ratings: [], reason: 'solution' },
      { labeler: 'x', problem: 'g', ratings: [1, 1, 1, 1] },
    ]
    const { report, stderr } = await measure(
      toText([...sharedLineAnnotations, ...unusualAnnotations]),
    )
    expect(report.solutions).toBe(21)
    expect(stderr).toContain(
      'Excluded: 6 annotations with an unrated step before the first error, or incomplete without an error.',
    )
  })

  test('excludes skipped solutions, and quality control and screening only with --exclude', async () => {
    const annotationsOfOthers: LineAnnotation[] = [
      { labeler: 'cyd', problem: 'a', ratings: [1, -1], reason: 'give_up' },
      { labeler: 'cyd', problem: 'a', ratings: [1], reason: 'bad_problem' },
      { labeler: 'cyd', problem: 'a', ratings: [1, -1], isQualityControl: true },
      { labeler: 'cyd', problem: 'b', ratings: [1, -1], isScreening: true },
    ]
    const input = toText([...sharedLineAnnotations, ...annotationsOfOthers])
    const all = await measure(input)
    expect(all.report.solutions).toBe(22)
    expect(all.stderr).toContain('Excluded: 2 annotations given up or marked as a bad problem.')
    const filteredReport = await measure(input, '--exclude', 'quality-control,screening')
    expect(filteredReport.report.solutions).toBe(20)
    expect(filteredReport.stderr).toContain('Excluded: 1 annotation of quality control.')
    expect(filteredReport.stderr).toContain('Excluded: 1 annotation of screening.')
  })

  test('excludes annotations of the step-choice flow (PRM800K phase 1) and reports how many', async () => {
    const line = makePhase2Line(sharedLineAnnotations[0]!)
    const { problem, ground_truth_answer } = line.question
    const phase1 = { ...line, question: { problem, ground_truth_answer } }
    const { status, stderr } = await measure(
      `${toText(sharedLineAnnotations)}${JSON.stringify(phase1)}\n`,
    )
    expect(status).toBe(0)
    expect(stderr).toContain('Excluded: 1 annotation of the step-choice flow (PRM800K phase 1)')
  })

  test('identifies a solution by its steps and a problem by its statement', async () => {
    const otherAnnotations = sharedLineAnnotations.map((annotation) => ({
      ...annotation,
      steps: 4,
      ratings: [...annotation.ratings],
    }))
    for (const annotation of otherAnnotations)
      if (!annotation.ratings.includes(-1)) annotation.ratings.push(1)
    const { report } = await measure(toText([...sharedLineAnnotations, ...otherAnnotations]))
    expect(report).toMatchObject({ solutions: 40, doubly_labelled: 40, problems: 20 })
  })

  test('reports invalid lines and uses the others', async () => {
    const [first, ...otherLines] = toText(sharedLineAnnotations).trimEnd().split('\n')
    const input = `\ufeff${first}\r\n\r\n{"labeler": 3}\r\n${otherLines.join('\r\n')}\n\n{"id": "a", "generator": "g", "problem": "1", "steps": ["x"], "final_answer_correct": true, "label": -1}`
    const { status, report, stderr } = await measure(input)
    expect(status).toBe(1)
    expect(report).toMatchObject({ doubly_labelled: 20, first_error_exact: 1 })
    expect(stderr).toMatch(/^-:3: /m)
    expect(stderr).toMatch(/^-:44: line: The format processbench does not name the annotator\./m)
    expect(stderr).toContain('42 lines, 2 lines invalid: 40 annotations;')
  })

  test('excludes stepmark lines whose solution was split into other steps after the annotation', async () => {
    const lines = sharedLineAnnotations.map((each, i) => writeStepmarkLine(store(each, i)))
    const { status, report } = await measure(lines.join('\n'))
    expect(status).toBe(0)
    expect(report).toMatchObject({ doubly_labelled: 20, problems: 20, first_error_exact: 1 })
    const repairedLine = store(sharedLineAnnotations[0]!, 0)
    repairedLine.solution.revision = 2
    const { stderr, report: fewer } = await measure(
      [writeStepmarkLine(repairedLine), ...lines.slice(1)].join('\n'),
    )
    expect(fewer.doubly_labelled).toBe(19)
    expect(stderr).toContain('Excluded: 1 annotation of steps that were split differently later.')
  })
})

test('agreement does not depend on the order of lines', async () => {
  const draw = createRandomGenerator(4)
  const lines = Array.from({ length: 40 }, (_, i) =>
    ['ann', 'ben', 'cyd'].map((labeler) => ({
      labeler,
      problem: `p${i % 13}`,
      steps: 5 + i,
      ratings: simulateRatings(draw, { steps: 5 + i }),
    })),
  ).flat()
  const [report, reversedReport] = [
    await measure(toText(lines)),
    await measure(toText(lines.toReversed())),
  ]
  expect(report.report.doubly_labelled).toBe(40)
  expect(reversedReport.report.intervals.alpha_error![0]).toBeCloseTo(
    report.report.intervals.alpha_error![0],
  )
  expect(reversedReport.report.any_error_kappa).toBeCloseTo(report.report.any_error_kappa!)
})

test('agreement reports that no two annotators annotated the same solution', async () => {
  const lines = makeLabelledLines(0, 30)
  const { report } = await measure(lines.map((line) => JSON.stringify(line)).join('\n'))
  expect(report).toMatchObject({ solutions: 30, doubly_labelled: 0, people: 0 })
  expect(report.missing.first_error_exact).toMatch(/^No solution is labelled by two people/)
})

const time = '2026-03-02T09:00:12.000000Z'

/** An annotation as the server exports it. */
function store({ labeler, problem, ratings }: LineAnnotation, i: number): StoredRecord {
  const steps = ['Step 1.', 'Step 2.', 'Step 3.']
  return {
    problem: {
      id: `problem ${problem}`,
      externalId: null,
      statement: problem!,
      answer: '2',
      referenceSolution: null,
      subject: null,
      level: null,
      metadata: {},
    },
    solution: {
      id: `solution ${problem}`,
      externalId: null,
      flow: 'solution',
      text: null,
      splitter: null,
      stepSpans: [],
      steps,
      stepIds: [],
      revision: 1,
      options: [],
      explanations: [],
      answer: '2',
      verdict: 'correct',
      verdictReason: '',
      verdictSource: 'grader',
      graderVersion: '1',
      score: null,
      stepScores: null,
      generator: null,
      metadata: {},
    },
    annotation: {
      id: `annotation ${i}`,
      labeler,
      origin: 'own',
      state: 'submitted',
      startedAt: time,
      submittedAt: time,
      recordedAt: null,
      finishReason: ratings.includes(-1) ? 'found_error' : 'solution',
      finishNote: null,
      stepCount: 3,
      ratings,
      flagged: ratings.map(() => false),
      chosenPositions: ratings.map((rating) => (rating === -1 ? null : 0)),
      optionCounts: ratings.map(() => 1),
      supersededRatings: [],
      optionRatings: [],
      humanOptions: [],
      explanation: null,
      explanationOption: null,
      progress: null,
      tags: [],
      notes: [],
      stepTimesMs: ratings.map(() => 1),
      totalTimeMs: 5,
      revision: 1,
      guidelineVersion: 1,
      answerShown: true,
      hiddenReferenceShare: null,
      generation: null,
      isQualityControl: false,
      isScreening: false,
      irregular: null,
    },
    events: null,
  }
}
