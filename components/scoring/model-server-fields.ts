import { readWholeNumber } from '@/components/ui/number-fields'
import type { RequestInputOf } from '@/lib/platform/contract'
import type { createScorerContract } from '@/lib/scoring/contract'
import type { ConnectorName } from '@/lib/scoring/model-server-settings'

/** The values of the model server form. */
export interface ModelServerFields {
  name: string
  connector: ConnectorName
  url: string
  model: string
  /** Name of the key in its environment variables; empty for no key. */
  key: string
  concurrency: string
  timeoutSeconds: string
  stepTag: string
  positiveColumn: '0' | '1'
  requestFormat: 'messages' | 'text'
  system: string
  positiveToken: string
  negativeToken: string
}

export type ModelServerFieldErrors = Partial<Record<keyof ModelServerFields, string>>
export type ModelServerInput = RequestInputOf<typeof createScorerContract>

export const emptyModelServerFields: ModelServerFields = {
  name: '',
  connector: 'vllm-pooling',
  url: '',
  model: '',
  key: '',
  concurrency: '4',
  timeoutSeconds: '60',
  stepTag: '<extra_0>',
  positiveColumn: '1',
  requestFormat: 'messages',
  system: 'Please reason step by step, and put your final answer within \\boxed{}.',
  positiveToken: '+',
  negativeToken: '-',
}

/** Fields that the server can name in an error. */
export const fieldsNamedInServerErrors: readonly (keyof ModelServerFields)[] = [
  'name',
  'url',
  'model',
  'stepTag',
  'system',
  'positiveToken',
  'negativeToken',
  'key',
  'concurrency',
  'timeoutSeconds',
]

const maxLengths = { name: 80, model: 300, url: 2_000, stepTag: 40, token: 20, system: 4_000 }
const keyPattern = /^[A-Z0-9_]{1,40}$/

/** Names the environment variables of the key, with a placeholder name until `key` is valid. */
export function describeKeyEnvironmentVariables(key: string): string {
  const name = keyPattern.test(key.trim()) ? key.trim() : 'PRM'
  return `Not the key itself. For the name ${name}, the operator of Stepmark sets STEPMARK_SCORER_KEY_${name} to the key, and STEPMARK_SCORER_KEY_${name}_HOST to the hosts that it may be sent to.`
}

/** Validates the form. The server validates again. */
export function checkModelServerFields(fields: ModelServerFields): {
  settings: ModelServerInput['settings']
  errors: ModelServerFieldErrors
} {
  const errors: ModelServerFieldErrors = {}
  const name = fields.name.trim()
  if (name === '') errors.name = 'Enter a name. Runs and rounds show it.'
  else if (name.length > maxLengths.name) errors.name = `At most ${maxLengths.name} characters.`
  const url = fields.url.trim()
  if (!isHttpUrl(url))
    errors.url = 'Enter a URL that starts with https://, or with http:// if the server allows it.'
  const model = fields.model.trim()
  if (model === '' && fields.connector !== 'custom-http')
    errors.model = 'Enter the model name that the server uses.'
  else if (model.length > maxLengths.model) errors.model = `At most ${maxLengths.model} characters.`
  const key = fields.key.trim()
  if (key !== '' && !keyPattern.test(key))
    errors.key =
      'Use capital letters, digits and underscores, at most 40. Enter the name, not the key.'
  const concurrency = readWholeNumber(fields.concurrency, { max: 64 })
  if ('error' in concurrency) errors.concurrency = concurrency.error
  const timeoutSeconds = readWholeNumber(fields.timeoutSeconds, { max: 600 })
  if ('error' in timeoutSeconds) errors.timeoutSeconds = timeoutSeconds.error
  Object.assign(errors, checkConnector(fields))
  const sharedSettings = {
    url,
    key: key === '' ? null : key,
    concurrency: 'value' in concurrency ? concurrency.value : 1,
    timeoutSeconds: 'value' in timeoutSeconds ? timeoutSeconds.value : 1,
  }
  return { errors, settings: buildSettings(fields, { ...sharedSettings, model }) }
}

function checkConnector(fields: ModelServerFields): ModelServerFieldErrors {
  const errors: ModelServerFieldErrors = {}
  if (fields.connector === 'vllm-pooling') {
    const tagError = checkText(fields.stepTag, maxLengths.stepTag, 'the step separator')
    if (tagError) errors.stepTag = tagError
    if (fields.system.length > maxLengths.system)
      errors.system = `At most ${maxLengths.system} characters.`
  }
  if (fields.connector === 'openai-chat') {
    const [positiveError, negativeError] = [
      checkText(fields.positiveToken, maxLengths.token, 'the token for correct'),
      checkText(fields.negativeToken, maxLengths.token, 'the token for wrong'),
    ]
    if (positiveError) errors.positiveToken = positiveError
    if (negativeError) errors.negativeToken = negativeError
    else if (fields.positiveToken.trim() === fields.negativeToken.trim())
      errors.negativeToken = 'Enter a different token.'
  }
  return errors
}

function buildSettings(
  fields: ModelServerFields,
  sharedSettings: {
    url: string
    key: string | null
    model: string
    concurrency: number
    timeoutSeconds: number
  },
): ModelServerInput['settings'] {
  switch (fields.connector) {
    case 'vllm-pooling':
      return {
        connector: 'vllm-pooling',
        ...sharedSettings,
        stepTag: fields.stepTag,
        positiveColumn: Number(fields.positiveColumn),
        requestFormat: fields.requestFormat,
        system: fields.system,
      }
    case 'openai-chat':
      return {
        connector: 'openai-chat',
        ...sharedSettings,
        positiveToken: fields.positiveToken,
        negativeToken: fields.negativeToken,
      }
    case 'custom-http': {
      const { model, ...settingsWithoutModel } = sharedSettings
      return {
        connector: 'custom-http',
        ...settingsWithoutModel,
        ...(model === '' ? {} : { model }),
      }
    }
  }
}

function isHttpUrl(text: string): boolean {
  if (text.length > maxLengths.url) return false
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

function checkText(text: string, max: number, name: string): string | null {
  if (text.trim() === '') return `Enter ${name}.`
  return text.length > max ? `At most ${max} characters.` : null
}
