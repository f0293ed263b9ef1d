// How surfaces are shaded: flat, by the derivatives of the position, so that no normals have to be kept.
import { Color, DoubleSide, FrontSide, GreaterDepth, ShaderMaterial } from 'three';

const VERTEX = /* glsl */ `
  #include <clipping_planes_pars_vertex>
  varying vec3 vView;
  #ifdef RIM
    varying vec3 vNormal;
  #endif
  #ifdef COLOURED
    attribute vec3 tint;
    attribute float focus;
    varying vec3 vTint;
    varying float vFocus;
  #endif
  void main() {
    vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
    #ifdef INSTANCED
      mvPosition = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
    #endif
    vView = mvPosition.xyz;
    #ifdef RIM
      vNormal = mat3(modelViewMatrix) * mat3(instanceMatrix) * normal;
    #endif
    #ifdef COLOURED
      vTint = tint;
      vFocus = focus;
    #endif
    #include <clipping_planes_vertex>
    gl_Position = projectionMatrix * mvPosition;
  }`;

const FRAGMENT = /* glsl */ `
  #include <clipping_planes_pars_fragment>
  uniform vec3 colour;
  uniform float opacity;
  uniform float glow;
  varying vec3 vView;
  #ifdef RIM
    varying vec3 vNormal;
  #endif
  #ifdef COLOURED
    varying vec3 vTint;
    varying float vFocus;
  #endif
  void main() {
    #include <clipping_planes_fragment>
    vec3 n = normalize(cross(dFdx(vView), dFdy(vView)));
    #ifdef RIM
      n = normalize(vNormal);
    #endif
    float facing = abs(dot(n, normalize(vView)));
    vec3 base = colour;
    float alpha = opacity;
    #ifdef COLOURED
      base = vTint;
      alpha *= mix(0.35, 1.0, vFocus);
    #endif
    float key = clamp(dot(n, normalize(vec3(0.35, 0.62, 0.7))), 0.0, 1.0);
    float light = 0.42 + 0.2 * (0.5 + 0.5 * n.y) + 0.46 * key;
    #ifndef COLOURED
      if (!gl_FrontFacing) light *= 0.78;
    #endif
    vec3 lit = base * mix(light, 1.0, glow);
    #ifdef XRAY
      alpha = 0.07 + 0.5 * pow(1.0 - facing, 2.2);
    #endif
    #ifdef RIM
      alpha = opacity * (0.04 + 0.7 * pow(1.0 - facing, 2.5));
    #endif
    gl_FragColor = vec4(lit, alpha);
  }`;

function surface(defines, uniforms, options) {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines,
    uniforms: { colour: { value: new Color() }, opacity: { value: 1 }, glow: { value: 0 }, ...uniforms },
    side: DoubleSide,
    clipping: true,
    ...options,
  });
}

export function bodyMaterial(colour) {
  return surface({}, { colour: { value: new Color(colour) } }, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
}

export function xrayMaterial(colour) {
  return surface({ XRAY: '' }, { colour: { value: new Color(colour) } }, { transparent: true, depthWrite: false });
}

/** Triangles that were found, where they are seen. */
export function hitMaterial() {
  return surface({ COLOURED: '' }, { glow: { value: 0.35 } }, { transparent: true });
}

/** The same where something is before them: they shine through. */
export function hiddenHitMaterial() {
  return surface(
    { COLOURED: '' },
    { glow: { value: 1 }, opacity: { value: 0.28 } },
    { transparent: true, depthWrite: false, depthFunc: GreaterDepth },
  );
}

/** Triangles of a layer, on the surface that they are of. */
export function patchMaterial() {
  return surface({ COLOURED: '' }, { glow: { value: 0.25 } }, {});
}

export function solidMaterial(colour) {
  return surface({ INSTANCED: '' }, { colour: { value: new Color(colour) } }, {});
}

/** Bubbles: seen by their rims. */
export function bubbleMaterial(colour, opacity) {
  return surface(
    { INSTANCED: '', RIM: '' },
    { colour: { value: new Color(colour) }, opacity: { value: opacity }, glow: { value: 0.8 } },
    { transparent: true, depthWrite: false, side: FrontSide },
  );
}

/** Round dots of a size in pixels, on top of everything. */
export function dotMaterial(colour, size) {
  return new ShaderMaterial({
    vertexShader: /* glsl */ `
      #include <clipping_planes_pars_vertex>
      uniform float size;
      void main() {
        vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
        #include <clipping_planes_vertex>
        gl_Position = projectionMatrix * mvPosition;
        gl_PointSize = size;
      }`,
    fragmentShader: /* glsl */ `
      #include <clipping_planes_pars_fragment>
      uniform vec3 colour;
      uniform float ring;
      void main() {
        #include <clipping_planes_fragment>
        float r = length(gl_PointCoord - 0.5);
        if (r > 0.5) discard;
        gl_FragColor = vec4(mix(colour, vec3(1.0), ring * smoothstep(0.34, 0.4, r)), 1.0);
      }`,
    uniforms: { colour: { value: new Color(colour) }, size: { value: size }, ring: { value: size < 7 ? 0 : 1 } },
    clipping: true,
    depthTest: false,
    transparent: true,
  });
}
