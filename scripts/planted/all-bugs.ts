import { auditBugs } from './audit'
import { backupBugs } from './backup'
import { claimBugs } from './claims'
import { deviceBugs } from './devices'
import { exportBugs } from './exports'
import { firstPasswordBugs } from './first-passwords'
import { halfSessionBugs } from './half-sessions'
import { importBugs } from './imports'
import { labelBugs } from './labels'
import { outboundBugs } from './outbound'
import { outageBugs } from './outages'
import { passwordBugs } from './passwords'
import { peopleBugs } from './people'
import { permissionBugs } from './permission'
import type { PlantedBug } from './planted-bug'
import { rateBugs } from './rates'
import { renderingBugs } from './rendering'
import { secretBugs } from './secrets'
import { senderBugs } from './senders'
import { sessionBugs } from './sessions'
import { startBugs } from './start'
import { wayInBugs } from './ways-in'
import { webhookBugs } from './webhooks'

export const plantedBugs: readonly PlantedBug[] = [
  ...[...labelBugs, ...claimBugs, ...sessionBugs, ...permissionBugs, ...importBugs],
  ...[...exportBugs, ...renderingBugs, ...outboundBugs, ...webhookBugs, ...auditBugs],
  ...[...rateBugs, ...senderBugs, ...startBugs, ...peopleBugs, ...backupBugs],
  ...[
    ...wayInBugs,
    ...passwordBugs,
    ...firstPasswordBugs,
    ...deviceBugs,
    ...outageBugs,
    ...halfSessionBugs,
    ...secretBugs,
  ],
]
