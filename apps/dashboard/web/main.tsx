import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './client/query-client.ts'
import '@fontsource-variable/geist/wght.css'
import './design/fonts.css'
import './design/tokens.css'
import './design/base.css'
import './controls/controls.css'
import './lists/lists.css'
import './overview/overview.css'
import './shell/shell.css'
import { router } from './router.tsx'
import { startTheme } from './shell/theme.ts'

startTheme()

const place = document.querySelector('#app')
if (!place) throw new Error('The page has no place for the app')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
