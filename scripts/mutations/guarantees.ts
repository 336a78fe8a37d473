/** What the mutations guard. `scripts/mutations.test.ts` demands at least one mutation for each. */
export const guaranteesByKind = {
  /** Also proven under load, faults and attacks by the suites of `npm run test:full`. */
  'safety targets': [
    ...['claim lock', 'claim re-count', 'leases', 'idempotency', 'durable commits'],
    ...['all or nothing', 'offline work', 'conflicts', 'import', 'interrupted import'],
    ...['round trip', 'authorisation', 'annotator blindness', 'sessions', 'invites', 'safe start'],
    ...['demo accounts', 'rendering', 'content security policy', 'formulas', 'outbound requests'],
    ...['outage', 'rolling restart', 'backup and restore', 'audit entries', 'audit chain'],
    ...['supply chain'],
  ],
  'other promises of SECURITY.md': [
    ...['tokens', 'cross-site requests', 'strict input', 'downloads', 'sign-in attempts'],
    ...['account enumeration', 'passwords', 'concurrent sign-in', 'two-factor sign-in'],
    ...['sign-in providers', 'account takeover', 'reset links', 'last admin', 'cookies'],
    ...['sign-out', 'redirects', 'webhooks', 'stored secrets', 'model server keys'],
    ...['logs and metrics', 'request limits', 'database clock'],
  ],
  'data constraints': [
    ...['overlap', 'one annotation per person', 'valid ratings', 'submitted annotations'],
    ...['adjudications', 'frozen history', 'frozen releases', 'held-out problems'],
    ...['export contents'],
  ],
} as const

export type Guarantee = (typeof guaranteesByKind)[keyof typeof guaranteesByKind][number]
