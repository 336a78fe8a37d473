import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  type TestContext,
} from 'vitest'
import { readSharedDataFile } from '@/lib/formats/testing/shared-data'
import { getOutboundClient, OutboundClient } from '@/lib/platform/server/outbound'
import { AllowedHosts } from '@/lib/platform/server/outbound-address'
import { joinUrlPath } from '@/lib/scoring/connectors/connector'
import {
  formatModelAndConnector,
  makeScoreSettingsKey,
} from '@/lib/scoring/connectors/request-by-connector'
import { type ModelServerSettings, modelServerSettingsField } from '../model-server-settings'
import { requestScores, type ScoreResponse } from './request-scores'
import {
  closedConnectionReply,
  ErrorResponse,
  useTestModelServer,
} from './testing/test-model-server'

const model = useTestModelServer()

interface Recorded {
  request: { url: string; body: Record<string, unknown> }
  response: unknown
  stepScores: number[]
}

const readRecorded = (context: TestContext, name: string) => {
  const file = Buffer.from(readSharedDataFile(context, `servers/${name}.json`))
  return JSON.parse(file.toString()) as Recorded
}

const makeSettings = (settings: Record<string, unknown>): ModelServerSettings =>
  modelServerSettingsField.parse({ url: model.url, model: 'a-model', ...settings })

const requestScoresFrom = (
  settings: ModelServerSettings,
  steps: readonly string[] = ['One.', 'Two.'],
  problem = 'A problem?',
): Promise<ScoreResponse> =>
  requestScores(settings, { problem, steps }, { outbound: getOutboundClient(), backOffMs: 1 })

const makeCustomSettings = () => makeSettings({ connector: 'custom-http' })
const makePoolingSettings = (more = {}) => makeSettings({ connector: 'vllm-pooling', ...more })
const makeChatSettings = () => makeSettings({ connector: 'openai-chat' })

beforeEach(() => {
  model.requests = []
})
afterEach(() => {
  for (const name of Object.keys(process.env))
    if (name.startsWith('STEPMARK_SCORER_KEY_')) delete process.env[name]
})

describe('the vLLM pooling connector', () => {
  test('returns the expected scores for a recorded request and response', async (context) => {
    const { request, response, stepScores } = readRecorded(context, 'vllm-pooling-qwen-prm')
    const [, user, assistant] = request.body.messages as { content: string }[]
    const steps = assistant!.content.split('<extra_0>').slice(0, -1)
    model.respond = () => response
    const settings = makePoolingSettings({ model: request.body.model })
    expect(await requestScoresFrom(settings, steps, user!.content)).toEqual({
      ok: true,
      scores: stepScores,
    })
    expect(model.requests).toMatchObject([{ path: request.url, body: request.body }])
  })

  test('converts logits of Math-Shepherd to probabilities', async (context) => {
    const { request, response } = readRecorded(context, 'vllm-math-shepherd')
    model.respond = () => response
    const settings = makePoolingSettings({
      requestFormat: 'text',
      stepTag: 'ки',
      positiveColumn: 0,
    })
    const answer = await requestScoresFrom(settings, ['Step 1: ...', '...'], '<question>')
    const share = (a: number, b: number) => Math.exp(a) / (Math.exp(a) + Math.exp(b))
    expect(answer).toEqual({
      ok: true,
      scores: [expect.closeTo(share(2.1, -0.7)), expect.closeTo(share(0.3, 0.9))],
    })
    expect(model.requests[0]!.body).toEqual({
      model: 'a-model',
      input: '<question> Step 1: ... ки\nStep 2: ... ки',
    })
    expect(request.url).toBe('/pooling')
  })

  test('breaks step tags in the problem and steps, so that only the connector’s own tags remain', async () => {
    model.respond = () => ({ data: [{ data: [[0.1, 0.9]] }] })
    await requestScoresFrom(
      makePoolingSettings(),
      ['It says <extra_0> <extra_0>.'],
      'What is <extra_0>?',
    )
    const { messages } = model.requests[0]!.body as { messages: { content: string }[] }
    const prompt = messages.map(({ content }) => content).join('')
    expect(prompt.split('<extra_0>')).toHaveLength(2)
    expect(prompt.replaceAll('\u200b', '')).toContain('It says <extra_0> <extra_0>.<extra_0>')
  })

  test.each([
    [[[0.1, 0.9]], 'The server returned 1 scores for 2 steps.'],
    [
      [
        [0.1, 0.9],
        [0.2, 0.8],
        [0.5, 0.5],
      ],
      'The server returned 3 scores for 2 steps.',
    ],
    [[[0.1], [0.2]], /^Step 1: the reply has a row of 1 instead of 2/],
    [[[0.1, 0.9], []], /^Step 2: the reply has a row of 0 instead of 2/],
    [['a', 'b'], /runs a process reward model/],
    [[0.1, 0.2], /runs a process reward model/],
  ])('a reply with the rows %j fails', async (rows, message) => {
    model.respond = () => ({ data: [{ data: rows }] })
    expect(await requestScoresFrom(makePoolingSettings())).toEqual({
      ok: false,
      scope: 'solution',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  test('rejects a reply with one number per row, whichever column is configured', async () => {
    model.respond = () => ({ data: [{ data: [[0.1], [0.9]] }] })
    for (const positiveColumn of [0, 1])
      expect(await requestScoresFrom(makePoolingSettings({ positiveColumn }))).toMatchObject({
        ok: false,
        scope: 'solution',
      })
  })

  test('keeps probabilities and converts logits', async () => {
    model.respond = () => ({
      data: [
        {
          data: [
            [0.2512, 0.75],
            [-3, 4],
          ],
        },
      ],
    })
    const scores = [0.75, expect.closeTo(1 / (1 + Math.exp(-7)))]
    expect(await requestScoresFrom(makePoolingSettings())).toEqual({ ok: true, scores })
    model.respond = () => ({
      data: [
        {
          data: [
            [2.1, -1.1],
            [1000, -1000],
          ],
        },
      ],
    })
    const far = [expect.closeTo(1 / (1 + Math.exp(3.2))), expect.closeTo(0)]
    expect(await requestScoresFrom(makePoolingSettings())).toEqual({ ok: true, scores: far })
  })
})

describe('the chat connector with logprobs', () => {
  const makeReply = (...listed: [string, number][]) => ({
    choices: [
      {
        logprobs: {
          content: [{ top_logprobs: listed.map(([token, logprob]) => ({ token, logprob })) }],
        },
      },
    ],
  })

  test('sends one request per step, as recorded', async (context) => {
    const { request, response } = readRecorded(context, 'openai-chat-logprobs')
    model.respond = () => response
    const settings = makeSettings({ connector: 'openai-chat', model: request.body.model })
    const answer = await requestScoresFrom(settings, ['<step 1>', '<step 2>'], '<problem>')
    const score = Math.exp(-0.05) / (Math.exp(-0.05) + Math.exp(-3.02))
    expect(answer).toEqual({ ok: true, scores: [expect.closeTo(score), expect.closeTo(score)] })
    expect(model.requests.map(({ path }) => path)).toEqual([request.url, request.url])
    expect(model.requests[1]!.body).toEqual(request.body)
    expect(model.requests[0]!.body).toMatchObject({
      messages: [{ role: 'user', content: '<problem> <step 1>' }],
    })
  })

  test('generates the requests of 10,000 steps one by one', async () => {
    const before = process.memoryUsage().heapUsed
    model.respond = () =>
      model.requests.length < 3
        ? makeReply(['+', -0.1], ['-', -2])
        : new ErrorResponse(400, 'too long')
    const steps = Array.from({ length: 10_000 }, (_, i) => `Step ${i}.`)
    const startedAt = performance.now()
    expect(await requestScoresFrom(makeChatSettings(), steps)).toMatchObject({
      ok: false,
      scope: 'solution',
    })
    expect(model.requests).toHaveLength(3)
    expect(model.requests[2]!.body).toMatchObject({
      messages: [
        { role: 'user', content: 'A problem? Step 0.' },
        { role: 'assistant', content: '+' },
        { role: 'user', content: 'Step 1.' },
        { role: 'assistant', content: '+' },
        { role: 'user', content: 'Step 2.' },
      ],
    })
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024)
  })

  test('gives a missing + or - the lowest listed probability, and fails if both are missing', async () => {
    model.respond = () =>
      makeReply([' +', Math.log(0.6)], ['maybe', Math.log(0.2)], ['so', Math.log(0.1)])
    expect(await requestScoresFrom(makeChatSettings(), ['One.'])).toEqual({
      ok: true,
      scores: [expect.closeTo(0.6 / 0.7)],
    })
    model.respond = () => makeReply(['-', Math.log(0.6)], ['so', Math.log(0.2)])
    expect(await requestScoresFrom(makeChatSettings(), ['One.'])).toEqual({
      ok: true,
      scores: [expect.closeTo(0.25)],
    })
    model.respond = () =>
      makeReply(['+', Math.log(0.3)], ['+ ', Math.log(0.3)], ['-', Math.log(0.2)])
    expect(await requestScoresFrom(makeChatSettings(), ['One.'])).toEqual({
      ok: true,
      scores: [expect.closeTo(0.75)],
    })
    model.respond = () => makeReply(['yes', -0.1], ['no', -2])
    const message = 'Step 1: neither + nor - is among the 2 most likely tokens.'
    expect(await requestScoresFrom(makeChatSettings())).toEqual({
      ok: false,
      scope: 'solution',
      message,
    })
    model.respond = () => ({ choices: [{ message: { content: '+' }, logprobs: null }] })
    expect(await requestScoresFrom(makeChatSettings())).toMatchObject({
      message: expect.stringContaining('no logprobs'),
    })
  })
})

describe('the custom HTTP connector', () => {
  test('receives problem and steps, and returns numbers or triples', async () => {
    model.respond = () => ({ scores: [0.5, [0.2, 0.3, 0.5]], more: 1 })
    expect(await requestScoresFrom(makeCustomSettings())).toEqual({
      ok: true,
      scores: [0.5, [0.2, 0.3, 0.5]],
    })
    expect(model.requests).toMatchObject([
      { path: '/', body: { problem: 'A problem?', steps: ['One.', 'Two.'] } },
    ])
  })

  test.each([
    ['{"scores":[0.5]}', 'The server returned 1 scores for 2 steps.'],
    ['{"scores":[0.5,1.5]}', 'Step 2: a score is not between 0 and 1.'],
    ['{"scores":[-0.1,0.5]}', 'Step 1: a score is not between 0 and 1.'],
    [
      '{"scores":[0.5,[0.5,0.5,0.5]]}',
      'Step 2: the three probabilities sum to 1.500 instead of 1.',
    ],
    ['{"scores":[0.5,1e999]}', /must be \{"scores"/],
    ['{"scores":[0.5,null]}', /must be \{"scores"/],
    ['{"scores":["0.5",0.5]}', /must be \{"scores"/],
    ['{"scores":[[0.5,0.5],0.5]}', /must be \{"scores"/],
    ['[0.5,0.5]', /must be \{"scores"/],
    ['{"scores":[0.5,NaN]}', 'The reply is not JSON.'],
    ['<html>', 'The reply is not JSON.'],
    ['', 'The reply is not JSON.'],
  ])('the reply "%s" fails', async (text, message) => {
    model.respond = () => text
    expect(await requestScoresFrom(makeCustomSettings())).toEqual({
      ok: false,
      scope: 'solution',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})

describe('requestScores', () => {
  test.each([429, 500, 502, 503])('retries twice on %i', async (status) => {
    const refusals = [new ErrorResponse(status), new ErrorResponse(status)]
    model.respond = () => refusals.pop() ?? { scores: [0.5, 0.5] }
    expect(await requestScoresFrom(makeCustomSettings())).toEqual({ ok: true, scores: [0.5, 0.5] })
    expect(model.requests).toHaveLength(3)
    model.respond = () => new ErrorResponse(status, 'come back later')
    expect(await requestScoresFrom(makeCustomSettings())).toEqual({
      ok: false,
      scope: 'busy',
      message: `The server answered ${status}: come back later`,
    })
    expect(model.requests).toHaveLength(6)
  })

  test('waits for the server’s Retry-After before a retry', async () => {
    const refusals = [new ErrorResponse(429, '', { 'retry-after': '1' })]
    model.respond = () => refusals.pop() ?? { scores: [0.5, 0.5] }
    const startedAt = performance.now()
    await requestScoresFrom(makeCustomSettings())
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
  })

  test.each([
    [400, 'solution'],
    [413, 'solution'],
    [422, 'solution'],
    [401, 'server'],
    [403, 'server'],
    [404, 'server'],
    [302, 'server'],
  ] as const)(
    'does not repeat a request with status %i, and reports an error of the %s',
    async (status, scope) => {
      model.respond = () => new ErrorResponse(status, 'no', { location: 'http://127.0.0.1:1/' })
      expect(await requestScoresFrom(makeCustomSettings())).toMatchObject({ ok: false, scope })
      expect(model.requests).toHaveLength(1)
    },
  )

  test('retries a request that breaks off or times out', async () => {
    model.respond = () => closedConnectionReply
    expect(await requestScoresFrom(makeCustomSettings())).toMatchObject({
      ok: false,
      scope: 'busy',
    })
    expect(model.requests).toHaveLength(3)
    const settings = makeSettings({ connector: 'custom-http', timeoutSeconds: 1 })
    const answers = [new ErrorResponse(503), new ErrorResponse(503)]
    model.respond = () => answers.pop() ?? new Promise(() => undefined)
    expect(await requestScoresFrom(settings)).toEqual({
      ok: false,
      scope: 'busy',
      message: 'The server did not respond within 1 s.',
    })
  })

  test('reports an unreachable host or a forbidden address as an error of the server', async () => {
    const restrictedClient = new OutboundClient(new AllowedHosts('127.0.0.1:1'))
    onTestFinished(() => restrictedClient.close())
    const solution = { problem: 'A', steps: ['One.'] }
    const options = { outbound: restrictedClient, backOffMs: 1 }
    const unreachable = makeSettings({ connector: 'custom-http', url: 'http://127.0.0.1:1/' })
    expect(await requestScores(unreachable, solution, options)).toEqual({
      ok: false,
      scope: 'server',
      message: 'The server cannot be reached: nothing listens on that port.',
    })
    expect(await requestScores(makeCustomSettings(), solution, options)).toMatchObject({
      ok: false,
      scope: 'server',
      message: expect.stringContaining('STEPMARK_OUTBOUND_ALLOW'),
    })
    expect(model.requests).toEqual([])
  })

  test('sends the key and removes it from messages that echo it', async () => {
    const key = 'canary-3f9a1c'
    process.env.STEPMARK_SCORER_KEY_OURS = key
    process.env.STEPMARK_SCORER_KEY_OURS_HOST = new URL(model.url).host
    const settings = makeSettings({ connector: 'custom-http', key: 'OURS' })
    // The excerpt contains the key completely, or would end within it.
    for (const [status, before] of [
      [400, 0],
      [401, 100],
      [500, 190],
    ] as const) {
      model.respond = ({ headers }) =>
        new ErrorResponse(status, `${'x'.repeat(before)}${headers.authorization}\n\u0007<b>`)
      const answer = await requestScoresFrom(settings)
      expect(JSON.stringify(answer)).not.toContain('can')
      expect(answer).toMatchObject({ message: expect.stringMatching(/^[^\p{C}]*$/u) })
    }
    expect(model.requests[0]!.headers.authorization).toBe(`Bearer ${key}`)
    delete process.env.STEPMARK_SCORER_KEY_OURS
    expect(await requestScoresFrom(settings)).toMatchObject({
      ok: false,
      scope: 'server',
      message: expect.stringContaining('STEPMARK_SCORER_KEY_OURS'),
    })
  })

  test('sends a key only to its own host', async () => {
    const { host, port } = new URL(model.url)
    process.env.STEPMARK_SCORER_KEY_OURS = 'canary-3f9a1c'
    process.env.STEPMARK_SCORER_KEY_OURS_HOST = host
    process.env.STEPMARK_OUTBOUND_ALLOW = `${host},localhost:${port}`
    onTestFinished(() => {
      process.env.STEPMARK_OUTBOUND_ALLOW = host
    })
    model.respond = () => ({ scores: [0.5, 0.5] })
    const otherServer = { connector: 'custom-http', url: `http://localhost:${port}` }
    expect(await requestScoresFrom(makeSettings(otherServer))).toMatchObject({ ok: true })
    model.requests = []
    expect(await requestScoresFrom(makeSettings({ ...otherServer, key: 'OURS' }))).toEqual({
      ok: false,
      scope: 'server',
      message: expect.stringContaining(`is not allowed for localhost:${port}`),
    })
    expect(model.requests).toEqual([])
  })
})

test.each([
  ['http://a.example:8000', '/pooling', 'http://a.example:8000/pooling'],
  ['http://a.example:8000/', '/pooling', 'http://a.example:8000/pooling'],
  ['http://a.example/proxy/vllm', '/pooling', 'http://a.example/proxy/vllm/pooling'],
  ['http://a.example/pooling', '/pooling', 'http://a.example/pooling'],
  ['http://a.example/v1', '/v1/chat/completions', 'http://a.example/v1/chat/completions'],
  ['http://a.example/v1/', '/v1/chat/completions', 'http://a.example/v1/chat/completions'],
  ['http://a.example', '/v1/chat/completions', 'http://a.example/v1/chat/completions'],
  ['http://a.example/score?x=1', '', 'http://a.example/score?x=1'],
])('the URL %s with the path %j becomes %s', (address, path, expected) => {
  expect(joinUrlPath(address, path)).toBe(expected)
})

test('the model name of a run consists of the model and the connector', () => {
  const settings = makePoolingSettings({
    url: 'https://a.example',
    model: 'Qwen/Qwen2.5-Math-PRM-7B',
  })
  expect(formatModelAndConnector(settings)).toBe('Qwen/Qwen2.5-Math-PRM-7B by vllm-pooling 2')
})

test.each([makeCustomSettings, makePoolingSettings, makeChatSettings])(
  'scores belong to the URL and the settings that can change them: %o',
  (make) => {
    const settings = make()
    const key = makeScoreSettingsKey(settings)
    expect(makeScoreSettingsKey({ ...settings, url: 'http://elsewhere.example' })).not.toBe(key)
    expect(makeScoreSettingsKey({ ...settings, model: 'another' })).not.toBe(key)
    const sameScores = { concurrency: 9, timeoutSeconds: 9, key: 'SECRET_NAME' }
    expect(makeScoreSettingsKey({ ...settings, ...sameScores })).toBe(key)
  },
)
