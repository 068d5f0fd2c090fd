import { z } from 'zod'

// Compiled with `new Function`, schemas pay only from thousands of values on, and this program turns no text into code.
z.config({ jitless: true })
