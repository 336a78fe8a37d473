import { z } from '@/lib/platform/contract'

export const waitingForField = z
  .enum(['worker'])
  .nullable()
  .describe('`worker`: unfinished, and no worker is running. Start one with `stepmark worker`')
