import { type Command, Option } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell } from '@/cli/shell'
import { readIssues, UsageError } from '@/cli/refusals'
import { AppError } from '@/lib/platform/errors'
import type { SentInputOf } from '@/lib/platform/contract'
import type { createScorerContract } from '@/lib/scoring/contract'

/** As the contract has them; a test holds the two together. */
const connectorChoices = ['vllm-pooling', 'openai-chat', 'custom-http'] as const
const asksChoices = ['messages', 'text'] as const

interface Options extends ServerOptions {
  project: string
  connector: (typeof connectorChoices)[number]
  address: string
  model?: string
  key?: string
  concurrency?: number
  timeout?: number
  stepTag?: string
  positiveColumn?: number
  asks?: (typeof asksChoices)[number]
  system?: string
  positiveToken?: string
  negativeToken?: string
  json?: true
}

const help = `
vllm-pooling asks /pooling of a process reward model, openai-chat a model that answers + or - after each step, custom-http
a server of your own (docs/scoring.md has one of 20 lines). A key is named, as in STEPMARK_SCORER_KEY_NAME of the
server's environment, where STEPMARK_SCORER_KEY_NAME_HOST says for which host it is, and never given here. Private addresses, and such without TLS, must be allowed by whoever runs the
server, in STEPMARK_OUTBOUND_ALLOW. Prints the scorer's name.

Example:
  $ stepmark scorer add Qwen --project competition-maths --connector vllm-pooling \\
      --address https://models.example.org --model Qwen/Qwen2.5-Math-PRM-7B`

export function addScorerAdd(parent: Command, shell: Shell): void {
  const command = parent
    .command('add')
    .description('connect a model server')
    .argument('<NAME>', 'for people')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(
      new Option('--connector <name>', 'how it is asked')
        .choices(connectorChoices)
        .makeOptionMandatory(),
    )
    .requiredOption('--address <url>', 'where it answers')
    .option('--model <name>', 'as the server knows it')
    .option('--key <NAME>', 'of a key in the server’s environment')
    .option('--concurrency <number>', 'solutions asked at once (default: 4)', readWholeNumber)
    .option('--timeout <seconds>', 'for one call (default: 60)', readWholeNumber)
    .option('--step-tag <text>', 'vllm-pooling: what stands after each step')
    .option('--positive-column <0|1>', 'vllm-pooling: where a row says right', readWholeNumber)
    .addOption(
      new Option('--asks <how>', 'vllm-pooling: in messages or one text').choices(asksChoices),
    )
    .option('--system <text>', 'vllm-pooling: what the model is told first')
    .option('--positive-token <text>', 'openai-chat: says that a step is right')
    .option('--negative-token <text>', 'openai-chat: says that it is wrong')
    .option('--json', 'the scorer as JSON')
    .addHelpText('after', help)
    .action((name: string, options: Options) => connect(shell, name, options))
  addServerOption(command)
}

async function connect(shell: Shell, name: string, options: Options): Promise<void> {
  const { project, json } = options
  const settings = readSettings(options)
  const server = findServer(options)
  const scorer = await nameOptions(() =>
    callServer<typeof createScorerContract>(
      server,
      { method: 'post', path: '/projects/{project}/scorers' },
      { project, name, settings },
    ),
  )
  if (json) printJson(shell, scorer)
  else print(shell, scorer.name)
  const missing =
    scorer.isKeySet === false
      ? ' Its key is not in the environment of the server for this address yet.'
      : ''
  say(shell, `Nobody was asked yet: "stepmark score run" does.${missing}`)
}

/** What the server says of a setting is said of the option that gave it. */
async function nameOptions<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    const rename = (text: string) =>
      text.replaceAll(/\bsettings\.(\w+)/g, (_, setting: string) => nameOption(setting))
    const issues = readIssues(error.details.issues).map(({ place, reason }) => ({
      place: rename(place),
      reason,
    }))
    throw new AppError(error.code, rename(error.message), { ...error.details, issues })
  }
}

/** Settings whose options are called otherwise. */
const optionNames = new Map([
  ['url', 'address'],
  ['timeoutSeconds', 'timeout'],
])

function nameOption(setting: string): string {
  const option = optionNames.get(setting) ?? setting
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function readSettings(options: Options): SentInputOf<typeof createScorerContract>['settings'] {
  if (!URL.canParse(options.address))
    throw new UsageError(
      `--address is no URL: ${options.address}. Give it whole, such as https://models.example.org. Nothing was done.`,
    )
  const { address: url, connector, model, key, concurrency, timeout: timeoutSeconds } = options
  const shared = { url, key, concurrency, timeoutSeconds }
  const { stepTag, positiveColumn, asks, system, positiveToken, negativeToken } = options
  const ofPooling = { stepTag, positiveColumn, asks, system }
  const ofChat = { positiveToken, negativeToken }
  if (connector !== 'vllm-pooling') refuseOthers(ofPooling, 'vllm-pooling')
  if (connector !== 'openai-chat') refuseOthers(ofChat, 'openai-chat')
  if (connector === 'custom-http') return { connector, ...shared, model }
  if (model === undefined)
    throw new UsageError(`Say which model: --model, as the server knows it. Nothing was done.`)
  return connector === 'vllm-pooling'
    ? { connector, ...shared, model, ...ofPooling }
    : { connector, ...shared, model, ...ofChat }
}

function refuseOthers(options: Record<string, unknown>, connector: string): void {
  const given = Object.entries(options).find(([, value]) => value !== undefined)
  if (!given) return
  throw new UsageError(`${nameOption(given[0])} is for ${connector} alone. Nothing was done.`)
}
