// No feature newer than the browsers in package.json without a fallback, and no name that nothing declares.
import css from "@eslint/css";
import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import globals from "globals";

// Without these a page looks plainer but works as well, or a fallback stands in the line before.
const PLAINER_WITHOUT = [
  "accent-color", "appearance", "backface-visibility", "color-scheme", "field-sizing", "forced-color-adjust", "hyphens",
  "outline", "scroll-padding-bottom", "scrollbar-width", "text-align-last", "text-decoration-thickness", "text-wrap",
];

export default [
  { ignores: ["static/built/"] },
  { files: ["**/*.js"], ...js.configs.recommended },
  { files: ["**/*.js"], ...compat.configs["flat/recommended"] },
  {
    files: ["static/**/*.js"],
    languageOptions: { ecmaVersion: 2020, sourceType: "module", globals: globals.browser },
    // Feature-tested before use, or harmless where they are missing.
    settings: { polyfills: ["navigator.storage", "navigator.locks", "navigator.wakeLock", "navigator.share", "navigator.clipboard", "navigator.vibrate", "AudioContext", "createImageBitmap"] },
    rules: { "no-unused-vars": ["error", { ignoreRestSiblings: true }] },
  },
  {
    files: ["static/css/**/*.css"],
    plugins: { css },
    language: "css/css",
    rules: {
      "css/no-duplicate-imports": "error",
      // What all browsers supported by 2020, the year of the oldest ones.
      "css/use-baseline": ["error", {
        available: 2020,
        allowAtRules: ["page"],
        allowFunctions: ["color-mix"],
        allowMediaConditions: ["forced-colors"],
        allowProperties: PLAINER_WITHOUT,
        allowPropertyValues: { "font-family": ["ui-monospace"], "overflow-wrap": ["anywhere"], width: ["fit-content"] },
        allowSelectors: ["focus-visible", "has"],
        allowUnits: ["dvh"],
      }],
    },
  },
];
