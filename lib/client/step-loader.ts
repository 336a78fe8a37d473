import { AppError } from '@/lib/platform/errors'
import type { StepPage, LeasedWork } from './labelling-screen-calls'
import { addStepPage, findUnloadedStep } from './step-pages'

interface StepLoaderDeps {
  /** The latest work. */
  getWork: () => LeasedWork
  /** Undefined if nothing more is to be loaded. */
  readPage: (lease: string, step: number) => Promise<StepPage | undefined>
  onWork: (work: LeasedWork) => void
}

/** Loads the remaining pages of steps, one at a time, so that the annotator can continue without a connection. */
export class StepLoader {
  /** The step whose page is loaded next. */
  private nearStep: number
  private hasEnded = false
  private running: Promise<void> | null = null

  constructor(
    private readonly deps: StepLoaderDeps,
    nearStep: number,
  ) {
    this.nearStep = nearStep
  }

  /** Resolves when all is loaded. Throws what `readPage` throws. */
  load(): Promise<void> {
    this.running ??= this.run().finally(() => (this.running = null))
    return this.running
  }

  /** The step is on the screen: its page is loaded before the others. */
  prefer(step: number): void {
    this.nearStep = step
  }

  end(): void {
    this.hasEnded = true
  }

  private async run(): Promise<void> {
    const { getWork, readPage, onWork } = this.deps
    for (;;) {
      const step = findUnloadedStep(getWork(), this.nearStep)
      if (step === -1 || this.hasEnded) return
      const page = await readPage(getWork().lease, step)
      if (!page || this.hasEnded) return
      const work = addStepPage(getWork(), page)
      // Otherwise the same page would be read forever.
      if (!work?.steps[step]) throw makeRepairedError()
      onWork(work)
    }
  }
}

const makeRepairedError = () =>
  new AppError('conflict', 'The steps of this solution were changed. Load it again.')
