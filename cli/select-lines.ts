import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { ReadError } from '@/lib/formats/read-result'
import type { GraderMode } from '@/lib/projects/settings'
import { formatSelectionReason } from '@/lib/queue/selection-reason'
import type {
  SelectionCandidate,
  SelectedCandidate,
  SolutionSelection,
} from '@/lib/rounds/candidate'
import { selectSolutions, type SelectionPolicy } from '@/lib/rounds/select-solutions'
import { toSelectionReason } from '@/lib/rounds/to-selection-reason'
import {
  type SampleScores,
  computeSampleScores,
  getStepScoresKey,
} from '@/lib/scoring/scored-sample'
import type { Aggregation, NeutralTreatment } from '@/lib/scoring/step-scores'
import { LineSpool } from './line-spool'
import { addJsonFields } from './line-task'
import { type GradedLine, readScoredSolutionLines } from './scored-lines'
import type { Terminal } from './terminal'

export interface LineSelectionOptions {
  policy: SelectionPolicy
  aggregation: Aggregation
  neutral: NeutralTreatment
  mode: GraderMode
  /** Overwrites existing keys. Otherwise a line that has them is rejected. */
  replaces: boolean
}

export interface LineSelectionReport {
  name: string
  lines: number
  invalidLines: number
  problems: number
  selection: SolutionSelection
}

const writtenKeys = ['rank', 'slice', 'reason', 'selection_probability'] as const

/** Selects lines of a file and writes them in the order in which a round would serve them. */
export async function selectLines(
  terminal: Terminal,
  file: string | undefined,
  options: LineSelectionOptions,
): Promise<LineSelectionReport> {
  const spool = await LineSpool.open()
  try {
    const candidates: SelectionCandidate[] = []
    const candidateBuilder = new CandidateBuilder(options)
    const reading = await readScoredSolutionLines(
      terminal,
      file,
      { mode: options.mode, check: (line) => candidateBuilder.check(line) },
      async (line) => {
        await spool.add(line.text)
        candidates.push(candidateBuilder.toCandidate(line))
      },
    )
    const lineByCandidate = new Map(candidates.map((candidate, line) => [candidate, line]))
    const selection = selectSolutions(candidates, options.policy, { overlap: 1 })
    for (const [position, selected] of selection.selected.entries()) {
      const line = lineByCandidate.get(selected.candidate) ?? 0
      const text = formatSelectedLine(await spool.readLine(line), selected, position + 1)
      if (!terminal.output.write(`${text}\n`)) await once(terminal.output, 'drain')
    }
    return { ...reading, problems: candidateBuilder.problems, selection }
  } finally {
    await spool.close()
  }
}

class CandidateBuilder {
  private readonly names = new Map<string, string>()
  private scores: SampleScores | null = null
  private count = 0

  constructor(private readonly options: LineSelectionOptions) {}

  get problems(): number {
    return this.names.size
  }

  check({ fields, sample }: Omit<GradedLine, 'verdict'>): ReadError | null {
    const existingKey = this.options.replaces
      ? undefined
      : writtenKeys.find((key) => Object.hasOwn(fields, key))
    if (existingKey !== undefined) {
      const reason = `The line already has the key ${existingKey}. Remove it or pass --replace.`
      return { location: existingKey, reason }
    }
    const result = computeSampleScores(sample, this.options)
    this.scores = result.ok ? result.scores : null
    if (result.ok) return null
    return { location: getStepScoresKey(fields), reason: result.reason }
  }

  /** The candidate of the line that was checked last. */
  toCandidate({ sample, verdict }: GradedLine): SelectionCandidate {
    const { problem, content, steps } = sample
    const storedName = this.names.get(problem)
    if (storedName === undefined) this.names.set(problem, problem)
    this.count += 1
    return {
      // In the order of the file.
      id: String(this.count).padStart(12, '0'),
      problem: storedName ?? problem,
      verdict,
      score: this.scores?.score ?? null,
      minimum: this.scores?.minimum ?? null,
      lowestStep: this.scores?.lowestStep ?? null,
      disagreement: this.scores?.uncertainty ?? null,
      uncertaintyMeasure: this.scores?.uncertaintyMeasure ?? null,
      steps,
      // Lines without steps are never duplicates.
      text: content === null ? `line ${this.count}` : hashContent(content),
      ineligibleReason: null,
    }
  }
}

const hashContent = (content: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 24)

function formatSelectedLine(text: string, selected: SelectedCandidate, rank: number): string {
  const fields = JSON.parse(text) as Record<string, unknown>
  return addJsonFields(text, fields, {
    rank,
    slice: selected.slice,
    reason: formatSelectionReason(toSelectionReason(selected)),
    selection_probability: selected.selectionProbability,
  })
}
