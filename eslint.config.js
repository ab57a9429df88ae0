// No feature newer than the browsers in package.json without a fallback, and no name that nothing declares.
import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import globals from "globals";

export default [
  { ignores: ["static/built/"] },
  js.configs.recommended,
  compat.configs["flat/recommended"],
  {
    files: ["static/**/*.js"],
    languageOptions: { ecmaVersion: 2020, sourceType: "module", globals: globals.browser },
    // Asked for before they are used, or harmless where they are missing.
    settings: { polyfills: ["navigator.storage", "navigator.locks", "navigator.wakeLock", "navigator.share", "navigator.clipboard", "navigator.vibrate", "AudioContext", "createImageBitmap"] },
    rules: { "no-unused-vars": ["error", { ignoreRestSiblings: true }] },
  },
];
