import type { WorkState } from '@/lib/labelling/work-state'
import type { Finish } from './call-work'

/** A labelling in work with what the server does not have yet. */
export interface KeptWork {
  /** That of the save which will carry it: later than the server's, or the server has it all. */
  sequence: number
  activeMs: number
  state: Omit<WorkState, 'shape'>
}

/**
 * Keeps on this device what is not on the server yet, so that a reload or a crash does not lose it. Where the browser
 * keeps nothing (private windows, a full disk), there is only the page itself.
 */
export class WorkKeeper {
  constructor(private readonly project: string) {}

  keep(lease: string, work: KeptWork): void {
    write(this.key('work', lease), work)
  }

  find(lease: string): KeptWork | null {
    return read(this.key('work', lease)) as KeptWork | null
  }

  forget(lease: string): void {
    remove(this.key('work', lease))
  }

  keepFinish(finish: Finish): void {
    write(this.key('finish', finish.lease), finish)
  }

  forgetFinish(lease: string): void {
    remove(this.key('finish', lease))
  }

  /** It was refused for good: out of the way, but still on this device. */
  setAsideFinish(finish: Finish): void {
    write(this.key('refused', finish.lease), finish)
    this.forgetFinish(finish.lease)
  }

  /** What was finished here and never acknowledged. */
  listFinishes(): Finish[] {
    const prefix = this.key('finish', '')
    return listKeys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => read(key) as Finish | null)
      .filter((finish) => finish !== null)
  }

  private key(kind: 'work' | 'finish' | 'refused', lease: string): string {
    return `stepmark:${kind}:${this.project}:${lease}`
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
