import type { Page } from 'playwright'

/** The part of a demo account's email address before the @. */
export type DemoPersonName = 'admin' | 'ada' | 'ben' | 'rui'

export interface Screenshot {
  /** File name in docs/images, without the extension. */
  name: string
  person: DemoPersonName
  path: string
  /** Height of the window; default 860. */
  height?: number
  /** 390 wide instead of 1280. */
  isPhone?: boolean
  /** Taken in dark mode too. */
  isDarkToo?: boolean
  /** Actions before the picture is taken. */
  prepare?(page: Page): Promise<void>
}

/** Presses keys one after the other. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Waits until the label of the current row begins like this: `Step 3 of`. */
function waitForCurrentStep(page: Page, labelStart: string): Promise<void> {
  return page
    .getByRole('main')
    .locator(`[aria-current=step][aria-label^="${labelStart}"]`)
    .waitFor()
}

/**
 * Presses keys and waits until they are saved, because `Saving` in the footer would change the
 * picture.
 */
async function pressAndSave(page: Page, ...keys: string[]): Promise<void> {
  await press(page, ...keys)
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

const brokenFile = [
  {
    id: 'handshakes',
    problem:
      'At a meeting of 9 people everyone shakes hands once with everyone else. How many handshakes are there?',
    answer: '36',
    samples: [
      {
        id: 'handshakes/0',
        text: 'Each of the 9 people shakes 8 hands.\n\nThat makes $9 \\cdot 8 = 72$ handshakes.\n\nThe answer is $\\boxed{72}$.',
        score: 0.91,
      },
      {
        id: 'handshakes/1',
        text: 'Each of the 9 people shakes 8 hands, and each handshake is counted twice.\n\nSo there are $\\frac{9 \\cdot 8}{2} = 36$.\n\nThe answer is $\\boxed{36}$.',
        score: 0.95,
      },
    ],
  },
  { problem: 'No samples at all.', samples: [] },
]

/** The order matters: some screenshots use data that earlier ones created. */
export const screenshots: readonly Screenshot[] = [
  {
    name: 'label',
    person: 'ada',
    path: '/projects/demo/label',
    height: 660,
    isDarkToo: true,
    async prepare(page) {
      await waitForCurrentStep(page, 'Step 1 of')
      await pressAndSave(page, '3', '3')
      await waitForCurrentStep(page, 'Step 3 of')
    },
  },
  {
    name: 'label-phone',
    person: 'ada',
    path: '/projects/demo/label',
    isPhone: true,
    prepare: (page) => waitForCurrentStep(page, 'Step 3 of'),
  },
  {
    name: 'label-error',
    person: 'ada',
    path: '/projects/demo/label',
    height: 970,
    async prepare(page) {
      await waitForCurrentStep(page, 'Step 3 of')
      await press(page, '3', '1')
      await waitForCurrentStep(page, 'Option 4a')
      await pressAndSave(page, '3')
      await waitForCurrentStep(page, 'Option 4b')
    },
  },
  { name: 'guideline', person: 'ada', path: '/projects/demo/guideline' },
  {
    name: 'home',
    person: 'admin',
    path: '/projects/demo',
    height: 900,
    // The dashboard is streamed after the rest of the page.
    prepare: (page) => page.getByRole('heading', { name: 'First error by step' }).waitFor(),
  },
  { name: 'review', person: 'rui', path: '/projects/demo/review' },
  {
    name: 'adjudication',
    person: 'rui',
    path: '/projects/demo/review',
    async prepare(page) {
      await press(page, 'Enter')
      await page.getByRole('button', { name: /^Adjudicate/ }).waitFor()
    },
  },
  { name: 'questions', person: 'rui', path: '/projects/demo/questions' },
  {
    name: 'agreement',
    person: 'rui',
    path: '/projects/demo/agreement',
    height: 960,
    // The computation starts automatically.
    prepare: (page) =>
      page
        .getByRole('link', { name: /show disagreements$/ })
        .first()
        .waitFor(),
  },
  {
    name: 'import',
    person: 'admin',
    path: '/projects/demo/data',
    async prepare(page) {
      await page
        .getByLabel('File to import')
        .and(page.locator('input'))
        .setInputFiles({
          name: 'candidates.jsonl',
          mimeType: 'application/x-ndjson',
          buffer: Buffer.from(brokenFile.map((line) => `${JSON.stringify(line)}\n`).join('')),
        })
      await page.getByRole('heading', { name: 'Invalid lines' }).waitFor()
    },
  },
  {
    name: 'round',
    person: 'admin',
    path: '/projects/demo/queue/new',
    height: 1000,
    async prepare(page) {
      await page.getByRole('button', { name: 'Preview round' }).click()
      await page.getByRole('table', { name: 'Queue, in serving order' }).waitFor()
    },
  },
  {
    name: 'release',
    person: 'admin',
    path: '/projects/demo/data/releases/new',
    async prepare(page) {
      await page.getByLabel('Name', { exact: true }).fill('First')
      await page.getByRole('radio', { name: /Export as positive/ }).check()
      await page.getByLabel('Test share (%)').fill('20')
      await page.getByRole('button', { name: 'Create release' }).click()
      await page.getByText(/As of \d/).waitFor()
    },
  },
]

type Scheme = 'light' | 'dark'

/** The files of a picture, light mode first. */
export function listScreenshotFiles({
  name,
  isDarkToo = false,
}: Pick<Screenshot, 'name' | 'isDarkToo'>): { file: string; colorScheme: Scheme }[] {
  const light = { file: `${name}.webp`, colorScheme: 'light' as const }
  const dark = { file: `${name}-dark.webp`, colorScheme: 'dark' as const }
  return isDarkToo ? [light, dark] : [light]
}
