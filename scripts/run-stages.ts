import { runStage, type Stage, type StageOptions } from './stage'
import type { StageOutcome } from './test-report'

interface RunOptions extends StageOptions {
  /** How many stages run at the same time. */
  atOnce: number
  /** Continue after a failure, because a full run takes too long to repeat for each one. */
  keepGoing: boolean
  /** Called after each stage with the results so far, and with its output unless that was shown already. */
  onEnd: (end: StageOutcome & { output: string }, ends: readonly StageOutcome[]) => void
}

/**
 * Runs stages in their order, several at the same time, each after those that it needs or follows. After a failure no
 * other starts unless `keepGoing`; those that are running finish. After `signal` none starts. Returns one result per
 * stage, null if it was not run.
 */
export async function runStages(
  stages: readonly Stage[],
  { atOnce, keepGoing, isLive, signal, onEnd }: RunOptions,
): Promise<StageOutcome[]> {
  const ends: StageOutcome[] = stages.map((stage) => ({ stage, result: null }))
  const pendingSet = new Set(stages)
  const hasPassed = (name: string) =>
    ends.some(({ stage, result }) => stage.name === name && result?.isOk)
  const isSelected = (name: string) => stages.some((stage) => stage.name === name)
  const hasEnded = (name: string) =>
    ends.some(({ stage, result }) => stage.name === name && result !== null)
  const isReady = ({ needs = [], after = [] }: Stage) =>
    needs.filter(isSelected).every(hasPassed) && after.filter(isSelected).every(hasEnded)
  const canStart = () =>
    !signal.aborted && (keepGoing || !ends.some(({ result }) => result?.isOk === false))

  const finish = async (stage: Stage) => {
    const result = await runStage(stage, { isLive, signal })
    ends[stages.indexOf(stage)] = { stage, result }
    onEnd({ stage, result, output: result.output }, ends)
  }
  const running = new Set<Promise<void>>()
  for (;;) {
    const next = canStart() && running.size < atOnce ? [...pendingSet].find(isReady) : undefined
    if (next) {
      pendingSet.delete(next)
      const run = finish(next).finally(() => running.delete(run))
      running.add(run)
    } else if (running.size > 0) await Promise.race(running)
    else return ends
  }
}
