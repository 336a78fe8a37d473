import { afterEach, expect, test } from 'vitest'
import { findScorerApiKey } from './scorer-api-keys'

const names = ['STEPMARK_SCORER_KEY_OURS', 'STEPMARK_SCORER_KEY_OURS_HOST'] as const
const setEnvironment = (...values: (string | undefined)[]) => {
  for (const [i, name] of names.entries())
    if (values[i] === undefined) delete process.env[name]
    else process.env[name] = values[i]
}
afterEach(() => setEnvironment())

const find = (url: string) => findScorerApiKey({ key: 'OURS', url })

test('sends no key to a model server for which none is configured', () => {
  setEnvironment('k-1', 'models.example.org')
  expect(findScorerApiKey({ key: null, url: 'https://models.example.org/v1' })).toEqual({
    ok: true,
    key: undefined,
  })
})

test.each([
  ['models.example.org', 'https://models.example.org/v1'],
  ['models.example.org', 'https://MODELS.example.org./'],
  ['models.example.org:8000', 'https://models.example.org:8000/'],
  ['other.example.org, 10.0.0.5:8000', 'http://10.0.0.5:8000/pooling'],
  ['[fd00::1]:8000', 'http://[fd00:0::1]:8000/'],
])('a key for %s is sent to %s', (hosts, url) => {
  setEnvironment('k-1', hosts)
  expect(find(url)).toEqual({ ok: true, key: 'k-1' })
})

test.each([
  ['models.example.org', 'https://attacker.example.com/'],
  ['models.example.org', 'https://models.example.org.attacker.example.com/'],
  ['models.example.org', 'https://attacker.example.com/models.example.org'],
  ['models.example.org', 'https://models.example.org:8443/'],
  ['models.example.org:8000', 'https://models.example.org/'],
  ['example.org', 'https://models.example.org/'],
  ['*', 'https://models.example.org/'],
])('a key for %s is not sent to %s', (hosts, url) => {
  setEnvironment('k-1', hosts)
  expect(find(url)).toMatchObject({
    ok: false,
    error: 'refused',
    problem: expect.stringContaining(`is not allowed for ${new URL(url).host}`) as string,
  })
})

test.each([undefined, '', '  '])('sends the key to no server if its hosts are %j', (hosts) => {
  setEnvironment('k-1', hosts)
  expect(find('https://models.example.org:8000/v1')).toMatchObject({
    ok: false,
    error: 'refused',
    problem: expect.stringContaining(
      'STEPMARK_SCORER_KEY_OURS_HOST=models.example.org:8000',
    ) as string,
  })
})

test.each([undefined, '', ' \n'])('treats the API key %j as missing', (key) => {
  setEnvironment(key, 'models.example.org')
  expect(find('https://models.example.org/')).toMatchObject({ ok: false, error: 'missing' })
})

test('trims white space around an API key', () => {
  setEnvironment(' k-1\r\n', ' models.example.org\n')
  expect(find('https://models.example.org/')).toEqual({ ok: true, key: 'k-1' })
})

test.each(['k-1\nHost: elsewhere', 'k 1', 'schl\u00fcssel', 'k\u00011'])(
  'a key that is %j cannot be sent, and is not shown',
  (key) => {
    setEnvironment(key, 'models.example.org')
    const result = find('https://models.example.org/')
    expect(result).toMatchObject({ ok: false, error: 'refused' })
    expect(JSON.stringify(result)).toContain('is invalid')
    expect(JSON.stringify(result)).not.toContain(key)
  },
)
