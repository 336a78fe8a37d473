import { handleNextAuth } from '@/lib/auth/server/next-auth'

export { handleNextAuth as GET, handleNextAuth as POST }
