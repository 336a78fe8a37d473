import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './repository-root'
import { findUnknownSettings, knownSettings } from './unknown-settings'

test('the known settings are exactly the STEPMARK_ settings in docs/operate.md', () => {
  const text = readFileSync(join(repositoryRoot, 'docs', 'operate.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `(STEPMARK_[A-Z_]+)` /gm)].map(([, name]) => name!)
  expect([...knownSettings].sort()).toEqual(rows.sort())
})

test('known settings, test settings, empty ones and variables of other programs are not reported', () => {
  const all = Object.fromEntries(knownSettings.map((name) => [name, 'a value']))
  const keys = { STEPMARK_SCORER_KEY_OURS: 'key', STEPMARK_SCORER_KEY_OURS_HOST: 'host:443' }
  const ofCluster = {
    STEPMARK_SERVICE_HOST: '10.0.0.1',
    STEPMARK_SERVICE_PORT_HTTP: '3000',
    STEPMARK_PORT: 'tcp://10.0.0.1:3000',
    STEPMARK_PORT_3000_TCP_ADDR: '10.0.0.1',
  }
  const ignoredVariables = {
    PATH: '/bin',
    NEXTAUTH_URL: 'x',
    STEPMARK_E2E_URL: 'x',
    STEPMARK_REQUIRE: '',
  }
  expect(findUnknownSettings({ ...all, ...keys, ...ofCluster, ...ignoredVariables })).toEqual([])
})

test.each([
  ['STEPMARK_WORKR', 'STEPMARK_WORKER'],
  ['STEPMARK_REQUIRE_2FA', 'STEPMARK_REQUIRE_TOTP'],
  ['STEPMARK_LOGLEVEL', 'STEPMARK_LOG_LEVEL'],
  ['STEPMARK_OIDC_CLIENTID', 'STEPMARK_OIDC_CLIENT_ID'],
  ['STEPMARK_RATE_LIMIT', 'STEPMARK_RATE_LIMIT_PER_MINUTE'],
  ['STEPMARK_SMTP_URI', 'STEPMARK_SMTP_URL'],
])(
  'reports the unknown setting %s with the intended name and without its value',
  (name, suggestion) => {
    expect(findUnknownSettings({ [name]: 'a secret value' })).toEqual([
      `${name} is set, but there is no such setting. Did you mean ${suggestion}?`,
    ])
  },
)

test('refers to docs/operate.md if no setting has a similar name', () => {
  expect(findUnknownSettings({ STEPMARK_NEXT_YEARS_FEATURE: 'on', STEPMARK_A: '1' })).toEqual([
    'STEPMARK_A is set, but there is no such setting. Unset it, or see the settings in docs/operate.md.',
    'STEPMARK_NEXT_YEARS_FEATURE is set, but there is no such setting. Unset it, or see the settings in docs/operate.md.',
  ])
})
