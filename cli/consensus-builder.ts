import { DawidSkeneModel } from '@/lib/agreement/consensus/dawid-skene'
import type { ConsensusName } from '@/lib/exports/consensus-names'
import { buildConsensusRecord } from '@/lib/exports/consensus-record'
import {
  type ConsensusRule,
  decideConsensus,
  listNewestVotes,
  type NoVoteReason,
  toConsensusVote,
  type Vote,
} from '@/lib/exports/decide-consensus'
import type { LineError, StoredRecord } from '@/lib/formats/record'
import { internName } from './intern-name'
import { LineSpool } from './line-spool'

/** The policies that work on a file. Adjudications exist only in a project. */
export type FileConsensusPolicy = Exclude<ConsensusName, 'each' | 'adjudicated'>

export type ConsensusExclusionReason =
  | NoVoteReason
  | 'choice'
  | 'duplicateAnnotator'
  | 'notLatest'
  | 'tied'

/** An annotation of the file, and its location there. */
export interface LocatedRecord {
  record: StoredRecord
  location: Pick<LineError, 'line' | 'offset' | 'excerpt'>
}

/**
 * Groups the annotations of a file by solution and combines each group into one record. Memory: some hundred bytes per
 * annotation; the texts are in a temporary file.
 */
export class ConsensusBuilder {
  /** Number of excluded annotations by reason. */
  readonly excluded = new Map<ConsensusExclusionReason, number>()
  private readonly solutions = new Map<string, { problem: string; steps: number; votes: Vote[] }>()
  /** Stores each name once, to save memory. */
  private readonly names = new Map<string, string>()

  private constructor(
    private readonly policy: FileConsensusPolicy,
    private readonly spool: LineSpool,
  ) {}

  static async open(policy: FileConsensusPolicy): Promise<ConsensusBuilder> {
    return new ConsensusBuilder(policy, await LineSpool.open())
  }

  /** @param name identifies the solution */
  async add(located: LocatedRecord, name: string): Promise<void> {
    const { problem, solution, annotation } = located.record
    const vote = toConsensusVote(annotation, solution)
    const isChoice = solution.flow !== 'solution'
    if (this.policy !== 'latest' && (isChoice || vote.noVoteReason !== null))
      return this.countExcluded(
        vote.noVoteReason === null || isChoice ? 'choice' : vote.noVoteReason,
      )
    const number = await this.spool.add(JSON.stringify(located))
    const entry = this.solutions.get(name) ?? {
      problem: internName(this.names, problem.id),
      steps: solution.steps.length,
      votes: [],
    }
    this.solutions.set(name, entry)
    entry.votes.push({
      ...vote,
      annotation: formatSpoolNumber(number),
      labeler: internName(this.names, vote.labeler),
      // With `latest`, even an annotation without a vote can be the one that counts.
      noVoteReason: null,
    })
  }

  /** One record per decided solution, in the order of the file. */
  async *decide(): AsyncGenerator<LocatedRecord> {
    for (const solution of this.solutions.values()) {
      const result =
        this.policy === 'latest' ? this.findLatest(solution.votes) : this.vote(solution)
      if (result === null) continue
      const locatedRecord = JSON.parse(
        await this.spool.readLine(Number(result.basis)),
      ) as LocatedRecord
      yield result.decided
        ? { ...locatedRecord, record: this.merge(locatedRecord.record, result.decided) }
        : locatedRecord
    }
  }

  async close(): Promise<void> {
    await this.spool.close()
  }

  private findLatest(votes: readonly Vote[]): { basis: string; decided: null } {
    // Treats all votes as those of one person, so that the newest one counts.
    const [newest] = listNewestVotes(votes.map((vote) => ({ ...vote, labeler: '' })))
    this.countExcluded('notLatest', votes.length - 1)
    return { basis: newest!.annotation, decided: null }
  }

  private vote(solution: { steps: number; votes: Vote[] }) {
    const decision = decideConsensus(this.rule, { ...solution, adjudication: null })
    this.countExcluded('duplicateAnnotator', decision.excludedCounts.duplicateAnnotator)
    if (decision.kind === 'undecided') {
      this.countExcluded('tied', decision.votes.length)
      return null
    }
    return { basis: decision.basis!, decided: decision }
  }

  private merge(record: StoredRecord, decided: Parameters<typeof buildConsensusRecord>[1]) {
    const annotation = { ...record.annotation, id: decided.basis! }
    return buildConsensusRecord({ ...record, annotation }, decided)
  }

  private fittedRule: ConsensusRule | null = null

  /** Fitted once all annotations are added. */
  private get rule(): ConsensusRule {
    this.fittedRule ??= this.fit()
    return this.fittedRule
  }

  private fit(): ConsensusRule {
    if (this.policy !== 'dawid-skene') return { policy: 'majority', fallback: null, fitted: null }
    const model = new DawidSkeneModel()
    for (const { problem, steps, votes } of this.solutions.values())
      model.add({ steps, annotations: listNewestVotes(votes) }, problem)
    return { policy: this.policy, fallback: null, fitted: model.fit() }
  }

  private countExcluded(reason: ConsensusExclusionReason, annotations = 1): void {
    if (annotations > 0) this.excluded.set(reason, (this.excluded.get(reason) ?? 0) + annotations)
  }
}

/** Spool numbers as text that sorts in the order of the file. */
const formatSpoolNumber = (number: number) => String(number).padStart(12, '0')
