import type { DraftSaveBody, LeasedWork, NoWorkReason } from '@/lib/client/labelling-screen-calls'
import { makeLeasedWork } from './make-leased-work'
import { earlierSolution, simulatedSolutions } from './simulated-solutions'

/** The server of a simulated session: what it has saved and which solutions are finished. */
export class SimulatedServer {
  readonly saved = new Map<string, DraftSaveBody>()
  lastSubmitted = earlierSolution
  private readonly finished = new Set<string>([earlierSolution])
  private leaseCount = 0

  finish(solution: string): void {
    this.finished.add(solution)
  }

  reopen(solution: string): void {
    this.finished.delete(solution)
  }

  /** The name of an unfinished solution; null for none. */
  findNext(): string | null {
    const names = Object.keys(simulatedSolutions).filter((name) => !this.finished.has(name))
    return names[this.leaseCount % Math.max(1, names.length)] ?? null
  }

  lease(solution: string): LeasedWork {
    this.leaseCount += 1
    this.reopen(solution)
    const body = this.saved.get(solution)
    const draft = body && { ...body, lastEvent: body.events?.at(-1)?.sequence ?? 0 }
    return makeLeasedWork(`lease ${this.leaseCount}`, {
      ...simulatedSolutions[solution],
      solution,
      draft: (draft ?? null) as LeasedWork['draft'],
    })
  }
}

export const noWorkLeft: NoWorkReason = { kind: 'none_left', reason: 'all_done', nextExpiry: null }
