import { reopenWindowMs } from '@/lib/client/submission-receipts'

export const reopenHint = `You can reopen your last submission for ${reopenWindowMs / 60_000} minutes`
