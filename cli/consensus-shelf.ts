import type { ConsensusName } from '@/lib/exports/consensus-names'
import { buildConsensusRecord } from '@/lib/exports/consensus-record'
import {
  type ConsensusRule,
  decideConsensus,
  listVoices,
  type NoVoice,
  readVote,
  type Vote,
} from '@/lib/exports/decide-consensus'
import type { LineProblem, StoredRecord } from '@/lib/formats/record'
import { DawidSkene } from '@/lib/review/consensus/dawid-skene'
import { LineSpool } from './line-spool'

/** What a file alone can decide: rulings are in a project. */
export type FileConsensus = Exclude<ConsensusName, 'each' | 'adjudicated'>

export type NotHeard = NoVoice | 'choice' | 'again' | 'older' | 'tied'

/** An annotation of the file, and where it stands there. */
export interface Shelved {
  record: StoredRecord
  at: Pick<LineProblem, 'line' | 'offset' | 'start'>
}

/**
 * Puts the annotations of a file together by solution, and gives one record for each. Memory: some hundred bytes a
 * annotation; the texts wait in a temporary file.
 */
export class ConsensusShelf {
  /** Annotations, by why they are not heard. */
  readonly notHeard = new Map<NotHeard, number>()
  private readonly solutions = new Map<string, { steps: number; votes: Vote[] }>()
  /** Each name is kept once. */
  private readonly names = new Map<string, string>()

  private constructor(
    private readonly policy: FileConsensus,
    private readonly spool: LineSpool,
  ) {}

  static async open(policy: FileConsensus): Promise<ConsensusShelf> {
    return new ConsensusShelf(policy, await LineSpool.open())
  }

  /** @param name what all annotations of the solution have in common */
  async add(shelved: Shelved, name: string): Promise<void> {
    const { solution, annotation } = shelved.record
    const vote = readVote(annotation, solution)
    const isChoice = solution.flow !== 'solution'
    if (this.policy !== 'latest' && (isChoice || vote.noVoice !== null))
      return this.miss(vote.noVoice === null || isChoice ? 'choice' : vote.noVoice)
    const number = await this.spool.add(JSON.stringify(shelved))
    const known = this.solutions.get(name) ?? { steps: solution.steps.length, votes: [] }
    this.solutions.set(name, known)
    known.votes.push({
      ...vote,
      annotation: nameNumber(number),
      labeler: this.keepName(vote.labeler),
      // The newest counts, whatever it says.
      noVoice: null,
    })
  }

  /** One record for each solution that is decided, in the order in which solutions came. */
  async *decide(): AsyncGenerator<Shelved> {
    for (const solution of this.solutions.values()) {
      const found = this.policy === 'latest' ? this.findLatest(solution.votes) : this.vote(solution)
      if (found === null) continue
      const shelved = JSON.parse(await this.spool.take(Number(found.basis))) as Shelved
      yield found.decided
        ? { ...shelved, record: this.merge(shelved.record, found.decided) }
        : shelved
    }
  }

  async close(): Promise<void> {
    await this.spool.close()
  }

  private findLatest(votes: readonly Vote[]): { basis: string; decided: null } {
    // All as one person's.
    const [newest] = listVoices(votes.map((vote) => ({ ...vote, labeler: '' })))
    this.miss('older', votes.length - 1)
    return { basis: newest!.annotation, decided: null }
  }

  private vote(solution: { steps: number; votes: Vote[] }) {
    const decision = decideConsensus(this.rule, { ...solution, ruling: null })
    this.miss('again', decision.missing.again)
    if (decision.kind === 'undecided') {
      this.miss('tied', decision.votes.length)
      return null
    }
    return { basis: decision.basis!, decided: decision }
  }

  private merge(record: StoredRecord, decided: Parameters<typeof buildConsensusRecord>[1]) {
    const annotation = { ...record.annotation, id: decided.basis! }
    return buildConsensusRecord({ ...record, annotation }, decided)
  }

  private fittedRule: ConsensusRule | null = null

  /** Once all annotations are here. */
  private get rule(): ConsensusRule {
    this.fittedRule ??= this.fit()
    return this.fittedRule
  }

  private fit(): ConsensusRule {
    if (this.policy !== 'dawid-skene') return { policy: 'majority', fallback: null, fitted: null }
    const model = new DawidSkene()
    for (const { steps, votes } of this.solutions.values())
      model.add({ steps, annotations: listVoices(votes) })
    return { policy: this.policy, fallback: null, fitted: model.fit() }
  }

  private miss(why: NotHeard, annotations = 1): void {
    if (annotations > 0) this.notHeard.set(why, (this.notHeard.get(why) ?? 0) + annotations)
  }

  private keepName(name: string): string {
    const known = this.names.get(name)
    if (known !== undefined) return known
    this.names.set(name, name)
    return name
  }
}

/** In the order of the file, as texts are ordered. */
const nameNumber = (number: number) => String(number).padStart(12, '0')
