import type { ConnectorName } from '@/lib/scoring/model-server-settings'

export const connectorNames = {
  'vllm-pooling': 'vLLM pooling',
  'openai-chat': 'chat with logprobs',
  'custom-http': 'your own server',
} as const satisfies Record<ConnectorName, string>

export const connectorChoices = [
  {
    value: 'vllm-pooling',
    label: 'vLLM, pooling',
    hint: 'Process reward models such as Qwen2.5-Math-PRM and Math-Shepherd, at /pooling.',
  },
  {
    value: 'openai-chat',
    label: 'Chat with logprobs',
    hint: 'Chat models that judge each step with one of two tokens, such as RLHFlow. One OpenAI-compatible call per step.',
  },
  {
    value: 'custom-http',
    label: 'Your own server',
    hint: 'Receives {problem, steps} and returns {scores}: one or three numbers per step.',
  },
] as const satisfies readonly { value: ConnectorName; label: string; hint: string }[]
