// A hand read from a photo.
import "../../round/photo.js";
