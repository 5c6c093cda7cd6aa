import { z } from 'zod'

export const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\]+$/)

export const contentType = z
  .string()
  .max(255)
  .regex(/^[\w.+-]+\/[\w.+-]+$/)
