import { auditMutations } from './audit'
import { backupMutations } from './backup'
import { claimMutations } from './claims'
import { deviceMutations } from './devices'
import { exportMutations } from './exports'
import { firstPasswordMutations } from './first-passwords'
import { halfSessionMutations } from './half-sessions'
import { importMutations } from './imports'
import { labelMutations } from './labels'
import { outboundMutations } from './outbound'
import { outageMutations } from './outages'
import { passwordMutations } from './passwords'
import { peopleMutations } from './people'
import { permissionMutations } from './permission'
import type { Mutation } from './mutation'
import { rateMutations } from './rates'
import { renderingMutations } from './rendering'
import { secretMutations } from './secrets'
import { senderMutations } from './senders'
import { sessionMutations } from './sessions'
import { startMutations } from './start'
import { wayInMutations } from './ways-in'
import { webhookMutations } from './webhooks'

export const allMutations: readonly Mutation[] = [
  ...[
    ...labelMutations,
    ...claimMutations,
    ...sessionMutations,
    ...permissionMutations,
    ...importMutations,
  ],
  ...[
    ...exportMutations,
    ...renderingMutations,
    ...outboundMutations,
    ...webhookMutations,
    ...auditMutations,
  ],
  ...[
    ...rateMutations,
    ...senderMutations,
    ...startMutations,
    ...peopleMutations,
    ...backupMutations,
  ],
  ...[
    ...wayInMutations,
    ...passwordMutations,
    ...firstPasswordMutations,
    ...deviceMutations,
    ...outageMutations,
    ...halfSessionMutations,
    ...secretMutations,
  ],
]
