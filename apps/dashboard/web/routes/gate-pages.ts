import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pickTexts } from '../pick-texts.ts'
import { root } from './root.ts'

/** The pages of a visitor who is not signed in. */
export const gatePages = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: (search: { to?: string }): { to?: string } => pickTexts(search, ['to']),
    component: lazyRouteComponent(() => import('../accounts/sign-in/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('../accounts/sign-in/sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('../accounts/sign-in/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => import('../accounts/sign-in/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/confirm-email',
    component: lazyRouteComponent(
      () => import('../accounts/sign-in/confirm-email-page.tsx'),
      'ConfirmEmailPage',
    ),
  }),
] as const
