import { handleNextAuthRequest } from '@/lib/auth/server/next-auth'

export { handleNextAuthRequest as GET, handleNextAuthRequest as POST }
