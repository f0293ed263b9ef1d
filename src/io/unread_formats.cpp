#include "io/unread_formats.hpp"

namespace pliant::io {
namespace {

struct UnreadFormat {
    std::string_view ending, name, way;
};

constexpr std::string_view by_blender =
    "open it in Blender and use File > Export > Wavefront (.obj), Stanford PLY or glTF 2.0 (.glb)";
constexpr std::string_view frames_by_blender =
    "in Blender use File > Import, then File > Export > Wavefront (.obj) with Animation for one file per frame";
constexpr std::string_view by_freecad =
    "in FreeCAD use File > Import, then Meshes > Create mesh from shape, and export it as STL or OBJ; or run: gmsh "
    "FILE -2 -o model.stl";
constexpr std::string_view by_gmsh = "run: gmsh FILE -3 -o model.msh";
constexpr std::string_view by_meshlab = "open it in MeshLab and use File > Export Mesh As, PLY or OBJ";
constexpr std::string_view by_paraview = "open it in ParaView and use File > Save Data, as .vtu or .ply";

constexpr UnreadFormat unread[] = {
    {".abc", "Alembic", frames_by_blender},
    {".usd", "USD", frames_by_blender},
    {".usda", "USD", frames_by_blender},
    {".usdc", "USD", frames_by_blender},
    {".usdz", "USD", frames_by_blender},
    {".fbx", "FBX", frames_by_blender},
    {".blend", "Blender's own format", by_blender},
    {".dae", "COLLADA", by_blender},
    {".3ds", "3DS", "run: assimp export FILE model.obj"},
    {".x3d", "X3D", by_blender},
    {".wrl", "VRML", by_blender},
    {".max", "3ds Max's own format", "in 3ds Max use File > Export, as OBJ"},
    {".ma", "Maya's own format", "in Maya use File > Export All, as OBJexport"},
    {".mb", "Maya's own format", "in Maya use File > Export All, as OBJexport"},
    {".c4d", "Cinema 4D's own format", "in Cinema 4D use File > Export, as OBJ or glTF"},
    {".bgeo", "Houdini's own format", "in Houdini write it with a ROP Geometry Output as .obj"},
    {".3mf", "3MF", by_meshlab},
    {".amf", "AMF", "in FreeCAD's Mesh workbench use Meshes > Import mesh, then Export mesh, as STL or OBJ"},
    {".step", "STEP", by_freecad},
    {".stp", "STEP", by_freecad},
    {".iges", "IGES", by_freecad},
    {".igs", "IGES", by_freecad},
    {".brep", "BREP", by_freecad},
    {".fcstd", "FreeCAD's own format", "in FreeCAD use Meshes > Create mesh from shape, and export it as STL or OBJ"},
    {".sldprt", "SolidWorks' own format", "in SolidWorks use File > Save As, STL"},
    {".inp", "Abaqus", by_gmsh},
    {".bdf", "Nastran", by_gmsh},
    {".unv", "I-deas", by_gmsh},
    {".med", "MED", by_gmsh},
    {".vtp", "VTK PolyData in XML", by_paraview},
    {".vti", "VTK ImageData", by_paraview},
    {".xdmf", "XDMF", by_paraview},
    {".exo", "Exodus", by_paraview},
};

}  // namespace

std::string how_to_convert(std::string_view ending) {
    for (const auto& [known, name, way] : unread) {
        if (known == ending) return std::string(name) + " is not read; to convert it, " + std::string(way);
    }
    return "";
}

}  // namespace pliant::io
