import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { PlacedReason } from '@/lib/formats/place'
import type { GraderMode } from '@/lib/projects/settings'
import type { Candidate, Selected, Selection } from '@/lib/rounds/candidate'
import { selectSolutions, type SelectionPolicy } from '@/lib/rounds/select-solutions'
import { writeReason } from '@/lib/rounds/write-reason'
import { type SampleScores, scoreSample } from '@/lib/scoring/scored-line'
import type { Aggregation, NeutralCount } from '@/lib/scoring/step-scores'
import { addFields } from './line-task'
import { LineSpool } from './line-spool'
import { type JudgedLine, readScoredLines } from './scored-lines'
import type { Shell } from './shell'

export interface SelectOptions {
  policy: SelectionPolicy
  aggregation: Aggregation
  neutral: NeutralCount
  mode: GraderMode
  /** Keys that are written are written over where a line has them; else such a line is refused. */
  replaces: boolean
}

export interface SelectReport {
  name: string
  lines: number
  refused: number
  problems: number
  selection: Selection
}

const writtenKeys = ['rank', 'slice', 'reason', 'selection_probability'] as const

/** What is kept of a line while the others are read. */
interface Kept {
  candidate: Candidate
  answer: string | null
  truth: string | null
}

/** Selects among the lines of a file and writes those chosen in the order in which a round would serve them. */
export async function selectLines(
  shell: Shell,
  file: string | undefined,
  options: SelectOptions,
): Promise<SelectReport> {
  const spool = await LineSpool.open()
  try {
    const kept: Kept[] = []
    const choice = new Choice(options)
    const reading = await readScoredLines(
      shell,
      file,
      { mode: options.mode, check: (line) => choice.check(line) },
      async (line) => {
        await spool.add(line.text)
        kept.push(choice.keep(line))
      },
    )
    const lineOf = new Map(kept.map(({ candidate }, line) => [candidate, line]))
    const selection = selectSolutions(
      kept.map(({ candidate }) => candidate),
      options.policy,
      { people: 1 },
    )
    for (const [place, selected] of selection.selected.entries()) {
      const line = lineOf.get(selected.candidate) ?? 0
      const text = describe(await spool.take(line), selected, place + 1, kept[line]!)
      if (!shell.output.write(`${text}\n`)) await once(shell.output, 'drain')
    }
    return { ...reading, problems: choice.problems, selection }
  } finally {
    await spool.close()
  }
}

class Choice {
  private readonly names = new Map<string, string>()
  private scored: SampleScores | null = null
  private count = 0

  constructor(private readonly options: SelectOptions) {}

  get problems(): number {
    return this.names.size
  }

  check({ fields, sample }: Omit<JudgedLine, 'verdict'>): PlacedReason | null {
    const taken = this.options.replaces
      ? undefined
      : writtenKeys.find((key) => Object.hasOwn(fields, key))
    if (taken !== undefined) {
      const reason = `The line has ${taken} already. Take it out, or say --replace.`
      return { place: taken, reason }
    }
    const result = scoreSample(sample, this.options)
    this.scored = result.ok ? result.scores : null
    if (result.ok) return null
    return {
      place: 'rating_probs' in fields ? 'rating_probs' : 'step_scores',
      reason: result.problem,
    }
  }

  /** Of the line that was checked last. */
  keep({ sample, verdict }: JudgedLine): Kept {
    const { problem, content, steps, answer, truth } = sample
    const known = this.names.get(problem)
    if (known === undefined) this.names.set(problem, problem)
    this.count += 1
    const candidate: Candidate = {
      // In the order of the file.
      id: String(this.count).padStart(12, '0'),
      problem: known ?? problem,
      verdict,
      score: this.scored?.score ?? null,
      minimum: this.scored?.minimum ?? null,
      lowestStep: this.scored?.lowestStep ?? null,
      disagreement: this.scored?.uncertainty ?? null,
      unsureBy: this.scored?.unsureBy ?? null,
      steps,
      // Without steps nothing says that two are the same.
      text: content === null ? `line ${this.count}` : hashContent(content),
      barredBy: null,
    }
    return { candidate, answer, truth }
  }
}

const hashContent = (content: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 24)

function describe(text: string, selected: Selected, rank: number, answers: Kept): string {
  const fields = JSON.parse(text) as Record<string, unknown>
  return addFields(text, fields, {
    rank,
    slice: selected.slice,
    reason: writeReason(selected, answers),
    selection_probability: selected.selectionProbability,
  })
}
