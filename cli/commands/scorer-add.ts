import { type Command, Option } from 'commander'
import { readValidationIssues, UsageError } from '@/cli/errors'
import { parseWholeNumberOption } from '@/cli/file-options'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import type { RequestInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { createScorerContract } from '@/lib/scoring/contract'

/** The values of the contract; a test compares them. */
const connectorChoices = ['vllm-pooling', 'openai-chat', 'custom-http'] as const
const requestFormats = ['messages', 'text'] as const

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
  requestFormat?: (typeof requestFormats)[number]
  system?: string
  positiveToken?: string
  negativeToken?: string
  json?: true
}

const help = `
Connectors: vllm-pooling calls /pooling of a process reward model, openai-chat a chat model that answers + or - after each
step, custom-http your own server (docs/scoring.md has one in 20 lines). --key names a key in the server's environment:
STEPMARK_SCORER_KEY_NAME holds the key and STEPMARK_SCORER_KEY_NAME_HOST its host. Private addresses and addresses without TLS
must be allowed in STEPMARK_OUTBOUND_ALLOW on the server. Prints the scorer's name.

Example:
  $ stepmark scorer add Qwen --project competition-maths --connector vllm-pooling \\
      --address https://models.example.org --model Qwen/Qwen2.5-Math-PRM-7B`

export function addScorerAddCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('add')
    .description('connect a model server')
    .argument('<NAME>', 'display name')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addOption(
      new Option('--connector <name>', 'protocol of the model server')
        .choices(connectorChoices)
        .makeOptionMandatory(),
    )
    .requiredOption('--address <url>', 'URL of the model server')
    .option('--model <name>', 'model name on that server')
    .option('--key <NAME>', 'name of a key in the server’s environment')
    .option('--concurrency <number>', 'parallel requests (default: 4)', parseWholeNumberOption)
    .option('--timeout <seconds>', 'timeout per request (default: 60)', parseWholeNumberOption)
    .option('--step-tag <text>', 'vllm-pooling: text after each step')
    .option('--positive-column <0|1>', 'vllm-pooling: column of P(correct)', parseWholeNumberOption)
    .addOption(
      new Option('--request-format <format>', 'vllm-pooling: send messages or one text').choices(
        requestFormats,
      ),
    )
    .option('--system <text>', 'vllm-pooling: system prompt')
    .option('--positive-token <text>', 'openai-chat: token for a correct step')
    .option('--negative-token <text>', 'openai-chat: token for a wrong step')
    .option('--json', 'print the scorer as JSON')
    .addHelpText('after', help)
    .action((name: string, options: Options) => addModelServer(terminal, name, options))
  addServerOption(command)
}

async function addModelServer(terminal: Terminal, name: string, options: Options): Promise<void> {
  const { project, json } = options
  const settings = readSettings(options)
  const server = readServerConnection(terminal, options)
  const scorer = await replaceSettingNamesInErrors(() =>
    callServer(server, 'post /projects/{project}/scorers', { project, name, settings }),
  )
  if (json) printJson(terminal, scorer)
  else printLine(terminal, scorer.name)
  const missingKeyText =
    scorer.isKeySet === false ? ' Its key is not set on the server for this address yet.' : ''
  printMessage(terminal, `Scorer added. To score solutions: stepmark score run.${missingKeyText}`)
}

/** Names the CLI option instead of the setting in the server's errors. */
async function replaceSettingNamesInErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    const rename = (text: string) =>
      text.replaceAll(/\bsettings\.(\w+)/g, (_, setting: string) => toOptionName(setting))
    const issues = readValidationIssues(error.details.issues).map(({ location, reason }) => ({
      location: rename(location),
      reason,
    }))
    throw new AppError(error.code, rename(error.message), { ...error.details, issues })
  }
}

/** Settings whose option has a different name. */
const optionNames = new Map([
  ['url', 'address'],
  ['timeoutSeconds', 'timeout'],
])

function toOptionName(setting: string): string {
  const option = optionNames.get(setting) ?? setting
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function readSettings(options: Options): RequestInputOf<typeof createScorerContract>['settings'] {
  if (!URL.canParse(options.address))
    throw new UsageError(
      `--address is not a URL: ${options.address}. Use a full URL, such as https://models.example.org. Nothing was added.`,
    )
  const { address: url, connector, model, key, concurrency, timeout: timeoutSeconds } = options
  const settings = { url, key, concurrency, timeoutSeconds }
  const { stepTag, positiveColumn, requestFormat, system, positiveToken, negativeToken } = options
  const poolingSettings = { stepTag, positiveColumn, requestFormat, system }
  const chatSettings = { positiveToken, negativeToken }
  if (connector !== 'vllm-pooling') rejectUnsupportedOptions(poolingSettings, 'vllm-pooling')
  if (connector !== 'openai-chat') rejectUnsupportedOptions(chatSettings, 'openai-chat')
  if (connector === 'custom-http') return { connector, ...settings, model }
  if (model === undefined)
    throw new UsageError(`No model. Pass --model with its name on that server. Nothing was added.`)
  return connector === 'vllm-pooling'
    ? { connector, ...settings, model, ...poolingSettings }
    : { connector, ...settings, model, ...chatSettings }
}

function rejectUnsupportedOptions(options: Record<string, unknown>, connector: string): void {
  const unsupportedOption = Object.entries(options).find(([, value]) => value !== undefined)
  if (!unsupportedOption) return
  throw new UsageError(
    `${toOptionName(unsupportedOption[0])} works only with --connector ${connector}. Nothing was added.`,
  )
}
