import { bookshop } from './sites/bookshop.ts'
import { festival } from './sites/festival.ts'
import { fileRoom } from './sites/file-room.ts'
import { helpDesk } from './sites/help-desk.ts'
import { instruments } from './sites/instruments.ts'
import { jobBoard } from './sites/job-board.ts'
import { library } from './sites/library.ts'
import { newspaper } from './sites/newspaper.ts'
import { phoneShop } from './sites/phone-shop.ts'
import { recipePages } from './sites/recipes.ts'
import { travel } from './sites/travel.ts'
import { userAdmin } from './sites/user-admin.ts'

interface Site {
  pages: Record<string, string>
  /** No result of a request for it was read while the code was written. */
  isHeldOut: boolean
}

export const sites: Record<string, Site> = {
  bookshop: { pages: bookshop, isHeldOut: false },
  'job-board': { pages: jobBoard, isHeldOut: false },
  'user-admin': { pages: userAdmin, isHeldOut: false },
  newspaper: { pages: newspaper, isHeldOut: false },
  instruments: { pages: instruments, isHeldOut: false },
  travel: { pages: travel, isHeldOut: false },
  recipes: { pages: recipePages, isHeldOut: true },
  library: { pages: library, isHeldOut: true },
  'help-desk': { pages: helpDesk, isHeldOut: true },
  festival: { pages: festival, isHeldOut: true },
  'phone-shop': { pages: phoneShop, isHeldOut: true },
  'file-room': { pages: fileRoom, isHeldOut: true },
}
