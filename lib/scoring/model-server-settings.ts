import { z } from '@/lib/platform/contract'
import { nonBlankTextField, textField } from '@/lib/platform/fields'

/** Settings of a model server (docs/scoring.md). */
export const connectorNames = ['vllm-pooling', 'openai-chat', 'custom-http'] as const
export type ConnectorName = (typeof connectorNames)[number]

const sharedFields = {
  /** Its URL: `http://models.example:8000`. Outbound requests are restricted (lib/platform/server/outbound.ts). */
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  /**
   * Name of a key in our server's environment: `STEPMARK_SCORER_KEY_<name>`, restricted to the hosts in
   * `STEPMARK_SCORER_KEY_<name>_HOST`. The key itself is not stored.
   */
  key: z
    .string()
    .regex(/^[A-Z0-9_]{1,40}$/, 'use capital letters, digits and underscores')
    .nullable()
    .default(null),
  concurrency: z.number().int().min(1).max(64).default(4),
  timeoutSeconds: z.number().int().min(1).max(600).default(60),
}

/** Settings of a scorer of kind `server`, by connector. */
export const modelServerSettingsField = z.discriminatedUnion('connector', [
  z.strictObject({
    connector: z.literal('vllm-pooling'),
    ...sharedFields,
    model: nonBlankTextField(300),
    /** The tag after each step. The reply has one row of scores per tag. */
    stepTag: nonBlankTextField(40).default('<extra_0>'),
    /** The column of a row with the score of a correct step: 1 for Qwen, 0 for Math-Shepherd. */
    positiveColumn: z.number().int().min(0).max(1).default(1),
    /** `messages`: by the model's chat template. `text`: problem and steps in one text. */
    requestFormat: z.enum(['messages', 'text']).default('messages'),
    system: textField(4_000).default(
      'Please reason step by step, and put your final answer within \\boxed{}.',
    ),
  }),
  z.strictObject({
    connector: z.literal('openai-chat'),
    ...sharedFields,
    model: nonBlankTextField(300),
    positiveToken: nonBlankTextField(20).default('+'),
    negativeToken: nonBlankTextField(20).default('-'),
  }),
  z.strictObject({
    connector: z.literal('custom-http'),
    ...sharedFields,
    model: nonBlankTextField(300).default('custom'),
  }),
])
export type ModelServerSettings = z.output<typeof modelServerSettingsField>

/** Settings from a person, with checks across fields. Stored settings are not checked again. */
export const modelServerSettingsInputField = modelServerSettingsField.superRefine(
  (settings, context) => {
    if (settings.connector !== 'openai-chat') return
    // Trimmed, because white space around a token is ignored in replies too.
    if (settings.positiveToken.trim() !== settings.negativeToken.trim()) return
    const message = 'must differ from positiveToken: every step would score 0.5'
    context.addIssue({ code: 'custom', message, path: ['negativeToken'] })
  },
)
