import type { WorkState } from '@/lib/labelling/work-state'
import type { Finish, Work } from './call-work'

/** A labelling in work with what the server does not have yet. */
export interface KeptWork {
  /** That of the save which will carry it: later than the server's, or the server has it all. */
  sequence: number
  /** The page that kept it, and the sequence on the server that it is built on. */
  writer: string
  basedOn: number
  activeMs: number
  state: Omit<WorkState, 'shape'>
}

/** Whether what is kept here goes on from what the server has, and no other page has written since. */
export function goesOnFrom(kept: KeptWork, draft: Work['draft']): boolean {
  if (draft === null) return true
  const isKnown = draft.sequence === kept.basedOn || draft.writer === kept.writer
  return isKnown && kept.sequence > draft.sequence
}

/**
 * Keeps on this device what is not on the server yet, so that a reload or a crash does not lose it. Where the browser
 * keeps nothing (private windows, a full disk), there is only the page itself. Kept by solution: when a lease was lost and
 * the solution comes back under another, so does the work.
 */
export class WorkKeeper {
  constructor(private readonly project: string) {}

  keep(solution: string, work: KeptWork): void {
    write(this.key('work', solution), work)
  }

  find(solution: string): KeptWork | null {
    return read(this.key('work', solution)) as KeptWork | null
  }

  forget(solution: string): void {
    remove(this.key('work', solution))
  }

  keepFinish(finish: Finish): void {
    write(this.key('finish', finish.lease), finish)
  }

  forgetFinish(lease: string): void {
    remove(this.key('finish', lease))
  }

  /** What was finished here and never acknowledged. */
  listFinishes(): Finish[] {
    const prefix = this.key('finish', '')
    return listKeys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => read(key) as Finish | null)
      .filter((finish) => finish !== null)
  }

  private key(kind: 'work' | 'finish', id: string): string {
    return `stepmark:${kind}:${this.project}:${id}`
  }
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // See the class: there is no other place.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
