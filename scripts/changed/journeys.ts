/** Any screen: everything in `components/` or `app/`. */
export const anyScreenArea = 'any screen'

/** The areas behind the pages of Review. */
const reviewAreas = ['review', 'reviews', 'agreement', 'adjudication', 'questions', 'splits']

/**
 * The areas that each suite goes through, by its file. A change in one of them, or in the
 * sharedAreas, selects the suite. Suites without an area check the sharedAreas.
 */
export const journeyAreas: Readonly<Record<string, readonly string[]>> = {
  'e2e/accessibility.spec.ts': [anyScreenArea],
  'e2e/account.spec.ts': ['auth', 'account', 'forgot', 'reset'],
  'e2e/adjudication.spec.ts': [...reviewAreas, 'progress', 'decisions'],
  'e2e/agreement.spec.ts': ['review', 'reviews', 'agreement'],
  'e2e/answers.spec.ts': ['answers', 'grading', 'review', 'reviews'],
  'e2e/api.spec.ts': ['api', 'api-docs', 'webhooks'],
  'e2e/audit.spec.ts': ['audit'],
  'e2e/authorisation.spec.ts': ['auth', 'projects', anyScreenArea],
  'e2e/columns.spec.ts': ['formats', 'imports', 'data'],
  'e2e/disagreement.spec.ts': [...reviewAreas, 'progress', 'decisions'],
  'e2e/docs.spec.ts': ['docs'],
  'e2e/downloads.spec.ts': ['exports', 'data'],
  'e2e/evaluate.spec.ts': ['evaluation', 'evaluate', 'scoring'],
  'e2e/first-annotations.spec.ts': ['annotations', 'label'],
  'e2e/foreign-site.spec.ts': [],
  'e2e/gold.spec.ts': ['gold', 'reviews', 'review'],
  'e2e/headers.spec.ts': [],
  'e2e/home.spec.ts': ['progress', 'projects'],
  'e2e/hostile-texts.spec.ts': [anyScreenArea, 'typesetting'],
  'e2e/import-and-export.spec.ts': ['imports', 'exports', 'formats', 'steps', 'data'],
  'e2e/invites.spec.ts': ['auth', 'invite', 'people', 'projects'],
  'e2e/kit.spec.ts': ['kit', anyScreenArea],
  'e2e/long-solution.spec.ts': ['annotations', 'label', 'queue'],
  'e2e/keyboard-annotation.spec.ts': ['annotations', 'label', 'queue'],
  'e2e/focused-annotation.spec.ts': ['annotations', 'label'],
  'e2e/unsaved-changes.spec.ts': ['projects', 'settings', 'guidelines', 'guideline'],
  'e2e/unsaved-notes.spec.ts': ['annotations', 'label'],
  'e2e/returned-work.spec.ts': ['annotations', 'label', 'reviews'],
  'e2e/annotation-flow.spec.ts': ['annotations', 'label', 'queue', 'own-work', 'mine'],
  'e2e/annotation-layout.spec.ts': ['annotations', 'label', 'math', 'typesetting'],
  'e2e/malformed-requests.spec.ts': [],
  'e2e/offline.spec.ts': ['annotations', 'label', 'queue'],
  'e2e/oidc.spec.ts': ['auth', 'sign-in', 'account'],
  'e2e/pause.spec.ts': ['gold', 'people'],
  'e2e/releases.spec.ts': ['exports', 'data'],
  'e2e/review-walk.spec.ts': [...reviewAreas, 'progress', 'decisions'],
  'e2e/rounds.spec.ts': ['rounds', 'queue'],
  'e2e/questions.spec.ts': [...reviewAreas, 'progress', 'decisions', 'guideline', 'guidelines'],
  'e2e/scorers.spec.ts': ['scoring', 'scorers'],
  'e2e/screening.spec.ts': ['practice', 'gold', 'guideline', 'guidelines'],
  'e2e/serve.spec.ts': ['cli', 'healthz', 'readyz', 'metrics', 'maintenance'],
  'e2e/sign-in.spec.ts': ['auth', 'sign-in', 'projects'],
  'e2e/start.spec.ts': ['cli', 'settings'],
  'system/abuse.test.ts': [],
  'system/canaries.test.ts': ['annotations', 'gold', 'people', 'answers', ...reviewAreas],
  'system/chaos.test.ts': ['queue', 'annotations'],
  'system/clock.test.ts': ['queue'],
  'system/frozen-server.test.ts': ['queue', 'annotations'],
  'system/heavy-texts.test.ts': [
    'typesetting',
    'annotations',
    'queue',
    'gold',
    'guideline',
    'guidelines',
    ...reviewAreas,
    anyScreenArea,
  ],
  'system/killed-worker.test.ts': ['imports'],
  'system/many-processes.test.ts': ['queue', 'annotations', 'agreement', 'exports', 'cli'],
  'system/outage.test.ts': [],
  'system/sessions.test.ts': ['auth'],
  'system/sign-in.test.ts': ['auth', 'sign-in'],
  'system/soak.test.ts': [],
  'system/package.test.ts': ['cli', 'worker'],
  'system/without-proxy.test.ts': ['auth'],
}

/** A change here can break every journey. */
export const sharedAreas: readonly string[] = [
  ...['platform', 'jobs', 'files', 'http', 'client', 'worker', 'shell', 'ui'],
  ...['public', 'proxy.ts', 'instrumentation.ts'],
]

/** A change here breaks no journey by itself, because no part of the app is in it. */
export const areasWithoutJourneys: readonly string[] = [
  ...['.ci', 'bench', 'deploy', 'e2e', 'scripts', 'system'],
]
