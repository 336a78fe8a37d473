import { runStage, type Stage, type StageRunOptions } from './stage'
import type { StageWithResult } from './test-report'

interface RunOptions extends StageRunOptions {
  /** How many stages run at the same time. */
  atOnce: number
  /** Continue after a failure, because a full run takes too long to repeat for each one. */
  keepGoing: boolean
  /** Called after each stage with the results so far, and with its output unless that was shown already. */
  onEnd: (
    outcome: StageWithResult & { output: string },
    outcomes: readonly StageWithResult[],
  ) => void
}

/**
 * Runs stages in their order, several at the same time, each after those that it needs or follows. After a failure no
 * other starts unless `keepGoing`; those that are running finish. After `signal` none starts. Returns one result per
 * stage, null if it was not run.
 */
export async function runStages(
  stages: readonly Stage[],
  { atOnce, keepGoing, isLive, signal, onEnd }: RunOptions,
): Promise<StageWithResult[]> {
  const outcomes: StageWithResult[] = stages.map((stage) => ({ stage, result: null }))
  const pendingStages = new Set(stages)
  const hasPassed = (name: string) =>
    outcomes.some(({ stage, result }) => stage.name === name && result?.isOk)
  const isSelected = (name: string) => stages.some((stage) => stage.name === name)
  const hasEnded = (name: string) =>
    outcomes.some(({ stage, result }) => stage.name === name && result !== null)
  const isReady = ({ needs = [], after = [] }: Stage) =>
    needs.filter(isSelected).every(hasPassed) && after.filter(isSelected).every(hasEnded)
  const canStart = () =>
    !signal.aborted && (keepGoing || !outcomes.some(({ result }) => result?.isOk === false))

  const finish = async (stage: Stage) => {
    const result = await runStage(stage, { isLive, signal })
    outcomes[stages.indexOf(stage)] = { stage, result }
    onEnd({ stage, result, output: result.output }, outcomes)
  }
  const running = new Set<Promise<void>>()
  for (;;) {
    const nextStage =
      canStart() && running.size < atOnce ? [...pendingStages].find(isReady) : undefined
    if (nextStage) {
      pendingStages.delete(nextStage)
      const run = finish(nextStage).finally(() => running.delete(run))
      running.add(run)
    } else if (running.size > 0) await Promise.race(running)
    else return outcomes
  }
}
