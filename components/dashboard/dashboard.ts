import type { getDashboardContract } from '@/lib/insights/dashboard-contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type Dashboard = ReplyOf<typeof getDashboardContract>
export type DashboardDay = Dashboard['days'][number]
export type ActivePerson = Dashboard['active']['people'][number]
