import { setImmediate as giveWay } from 'node:timers/promises'

/** Others in the thread wait no longer: heartbeats, and the question whether a job is still wanted. */
const longestTurnMs = 40

/** A long computation in pieces: what is between two of them is a turn, and turns that are long enough end. */
export class LongTurn {
  private began = performance.now()

  /** Between two pieces. True: others were let through, and may have said something. */
  async giveWay(): Promise<boolean> {
    if (performance.now() - this.began < longestTurnMs) return false
    await giveWay()
    this.began = performance.now()
    return true
  }
}
