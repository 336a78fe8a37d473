import type { Connector } from '@/lib/scoring/server-settings'

export const connectorNames = {
  'vllm-pooling': 'vLLM pooling',
  'openai-chat': 'chat with logprobs',
  'custom-http': 'a server of your own',
} as const satisfies Record<Connector, string>

export const connectorChoices = [
  {
    value: 'vllm-pooling',
    label: 'vLLM, pooling',
    hint: 'Reward models that score the place after each step: Qwen2.5-Math-PRM, Math-Shepherd. Asked at /pooling.',
  },
  {
    value: 'openai-chat',
    label: 'Chat with logprobs',
    hint: 'Models that answer each step with one of two words, as RLHFlow’s: one call a step, by the OpenAI protocol.',
  },
  {
    value: 'custom-http',
    label: 'A server of your own',
    hint: 'Is sent {problem, steps} and answers {scores}: one number, or three, for each step. docs/scoring.md has one in 20 lines.',
  },
] as const satisfies readonly { value: Connector; label: string; hint: string }[]
