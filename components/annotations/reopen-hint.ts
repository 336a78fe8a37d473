import { reopenWindowMs } from '@/lib/client/labelling-screen-view'

export const reopenHint = `You can reopen your last submission for ${reopenWindowMs / 60_000} minutes`
