import type { ReplyOf } from '@/lib/platform/contract'
import type { getDashboardContract } from '@/lib/progress/dashboard-contract'

export type Dashboard = ReplyOf<typeof getDashboardContract>
export type DashboardDay = Dashboard['days'][number]
export type ActivePerson = Dashboard['active']['people'][number]
