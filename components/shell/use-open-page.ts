import { useRouter } from 'next/navigation'
import { openPage } from '@/components/ui/open-page'

/** Opens another page of Stepmark for a shortcut, like a link. */
export function useOpenPage(): (href: string) => void {
  const router = useRouter()
  return (href) => openPage(router.push, href)
}
