import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import HomeDoors from './HomeDoors.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('HomeDoors', HomeDoors)
    // Only its page loads the editor and the engine.
    app.component(
      'LivePlayground',
      defineAsyncComponent(() => import('./LivePlayground.vue')),
    )
  },
}
