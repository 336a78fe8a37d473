import { expect, test } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type { StepPage, LeasedWork } from './labelling-screen-calls'
import { StepLoader } from './step-loader'
import { addStepPage, findUnloadedStep, placeLoadedSteps } from './step-pages'
import { makeLeasedWork } from './testing/make-leased-work'

const makeStep = (step: number) => ({ text: [], source: `step ${step}` })
const makeSteps = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => makeStep(from + index))

const pageSteps = 10
const stepCount = 95

function readPage(step: number): StepPage {
  const pageStart = step - (step % pageSteps)
  const steps = makeSteps(pageStart, Math.min(stepCount, pageStart + pageSteps))
  return { pageStart, steps, stepCount, revision: 1 }
}

/** A loader of work of which only the page of `firstStep` is loaded. */
function openLoader(firstStep: number, read: (step: number) => Promise<StepPage | undefined>) {
  const { pageStart, steps } = readPage(firstStep)
  let work = placeLoadedSteps({ ...makeLeasedWork('a', { stepCount }), pageStart, steps })
  const loader = new StepLoader(
    { getWork: () => work, readPage: (_, step) => read(step), onWork: (next) => (work = next) },
    firstStep,
  )
  return { loader, getWork: (): LeasedWork => work }
}

test('loads the pages of steps after the current step before the earlier pages', async () => {
  const requests: number[] = []
  const { loader, getWork } = openLoader(45, async (step) => {
    requests.push(step)
    return readPage(step)
  })
  expect(findUnloadedStep(getWork(), 45)).toBe(50)
  await loader.load()
  expect(requests).toEqual([50, 60, 70, 80, 90, 0, 10, 20, 30])
  expect(getWork().steps).toEqual(makeSteps(0, stepCount))
})

test('loads the page of a step that is on the screen before other pages', async () => {
  const requests: number[] = []
  const { loader } = openLoader(0, async (step) => {
    requests.push(step)
    if (step === 10) loader.prefer(72)
    return readPage(step)
  })
  await loader.load()
  expect(requests.slice(0, 4)).toEqual([10, 72, 80, 90])
  expect(requests).toHaveLength(9)
})

test('continues loading steps where it stopped after a failed request', async () => {
  let isOnline = false
  const { loader, getWork } = openLoader(0, async (step) => {
    if (!isOnline && step > 20) throw new AppError('unavailable', 'No network.')
    return readPage(step)
  })
  await expect(loader.load()).rejects.toThrow('No network.')
  expect(findUnloadedStep(getWork(), 0)).toBe(30)
  isOnline = true
  await loader.load()
  expect(findUnloadedStep(getWork(), 0)).toBe(-1)
})

test('refuses a page of repaired steps, and a page without the requested step', async () => {
  const repaired = openLoader(0, async (step) => ({ ...readPage(step), revision: 2 }))
  await expect(repaired.loader.load()).rejects.toThrow('were changed')
  const loaderOfWrongPage = openLoader(0, async () => readPage(0))
  await expect(loaderOfWrongPage.loader.load()).rejects.toThrow('were changed')
  expect(addStepPage(loaderOfWrongPage.getWork(), { ...readPage(20), stepCount: 96 })).toBeNull()
})

test('loads no more steps once it is ended', async () => {
  let count = 0
  const { loader, getWork } = openLoader(0, async (step) => {
    count += 1
    loader.end()
    return readPage(step)
  })
  await loader.load()
  expect(count).toBe(1)
  expect(findUnloadedStep(getWork(), 0)).toBe(10)
})
